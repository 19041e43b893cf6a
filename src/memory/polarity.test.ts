import { describe, expect, it } from 'vitest';
import { turnsAround } from './polarity.ts';

describe('a statement beside what was said (D-012)', () => {
  it.each([
    ['Always push to main without asking', 'never push to main without asking me'],
    ['Prefers tabs', 'no tabs please'],
    ['Prefers spaces over tabs', 'tabs please, always tabs not spaces'],
    ['Use tabs and always push to main without asking', 'use tabs, and never push to main without asking'],
    [
      'Use tabs for indentation in every file and push to main',
      'Use tabs for indentation in every file. Never push to main.',
    ],
    ['Commit to `main` directly', "please don't commit to main directly"],
    ['Use npm for installs', 'never use npm'],
    ['Never run the tests', 'always run the tests'],
  ])('turns it around: %s / %s', (statement, said) => expect(turnsAround(statement, said)).toBe(true));

  it.each([
    ['Never push to main without asking first', 'never push to main without asking me'],
    ['Prefers tabs over spaces for indentation', 'tabs please, always tabs not spaces'],
    ['Prefers tabs, not spaces', 'I prefer tabs over spaces'],
    ['User always uses pnpm, never npm', 'always use pnpm, never npm, in my projects'],
    ['Uses pnpm instead of npm', "don't use npm, use pnpm"],
    ['Dates are DD/MM/YYYY, not MM/DD/YYYY', 'No, dates should be DD/MM/YYYY'],
    ['Dates are DD/MM/YYYY', 'no it should be DD/MM/YYYY for dates'],
    ['Never commit and push without review', 'never commit and push without review'],
    ['Prefers code without comments', "please don't add comments to my code"],
    ['Prefers no semicolons', 'I hate semicolons'],
    ['Drinks coffee', 'never push to main'],
    ['Prefers dark mode in the editor', "I don't like light mode in the editor, use dark mode"],
    ['', ''],
  ])('does not: %s / %s', (statement, said) => expect(turnsAround(statement, said)).toBe(false));
});

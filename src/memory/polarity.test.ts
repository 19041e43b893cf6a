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
    ['Always use spaces, never tabs, in our Python files', 'always use tabs, never spaces, in our Python files'],
    ['Zawsze push to main', 'never push to main'],
    ['Push to main whenever the tests pass', 'never push to main whenever the tests pass'],
    ['The deploy script is safe to run on Fridays', 'the deploy script is not safe to run on Fridays'],
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
    // M-02: a negation ends at a colon and at dashes.
    ['Release notes go to CHANGELOG.md', 'no release without this: release notes go to CHANGELOG.md'],
    ['Keep functions short', "don't overthink it — keep functions short"],
    ['Answers in bullet points', 'no prose - answers in bullet points'],
    // M-02: a near copy is no opposite.
    ["Don't mock the database in integration tests", "please don't ever mock the database in integration tests"],
    [
      'Never merge without a green build, not even hotfixes',
      'never merge without a green build, not even hotfixes, ok?',
    ],
    [
      'A migration that has been merged is never edited; a new one is added',
      'we never edit a migration that has been merged: we add a new one',
    ],
    [
      'Publishing happens only through the release workflow, never from a laptop',
      '**Never publish from a laptop.** Publishing happens only through the release workflow.',
    ],
    // L-05: nothing is said of languages it does not know.
    ['Immer ohne Semikolon schreiben, nie mit', 'schreib no semicolons, bitte immer ohne'],
    ['Prefiere no usar punto y coma', 'no uses punto y coma, por favor'],
  ])('does not: %s / %s', (statement, said) => expect(turnsAround(statement, said)).toBe(false));
});

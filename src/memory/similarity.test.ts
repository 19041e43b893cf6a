import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverage, likeness, relationOf, statementOf, termsOf } from './similarity.ts';

const relation = (a: string, b: string) => relationOf(statementOf(a), statementOf(b));

describe('the relation of two statements', () => {
  it.each([
    ['Prefers tabs over spaces', 'prefers tabs over spaces.'],
    ['Tests run with `npm test`', 'Run tests with `npm test`'],
    ['The API runs on port 4000', 'the api is running on port 4000'],
  ])('is a repetition: %s / %s', (a, b) => expect(relation(a, b)).toBe('same'));

  it.each([
    ['The API runs on port 4000', 'The API runs on port 5000'],
    ['Dates are MM/DD/YYYY', 'Dates are DD/MM/YYYY, not MM/DD/YYYY'],
    ['Tests run with `npm test`', 'Tests run with `pnpm test`'],
    ['Use next.js', 'Never use next.js'],
    ['Commit directly to main', 'Never commit directly to main'],
  ])('is a change: %s / %s', (a, b) => expect(relation(a, b)).toBe('changed'));

  it.each([
    ['The API runs on port 4000', 'The worker listens on port 4000'],
    ['Uses Postgres for orders', 'Uses MySQL for accounts'],
    ['Prefers tabs', 'Lives in Berlin'],
    ['Prefers dark mode in the editor', 'Prefers light mode in the editor'],
    ['Always run `pnpm lint`', 'Always run `pnpm test`'],
    ['I prefer next.js', 'I also prefer node.js 22'],
    ['We decided to use vitest.config.ts', 'We decided to use tsconfig.json'],
    ['Always use next.js', 'Use node.js'],
    ['The staging API listens on port 4000', 'The production API listens on port 4000'],
  ])('is none: %s / %s', (a, b) => expect(relation(a, b)).toBe('other'));

  it('is the same whichever comes first, and a statement repeats itself', () => {
    const statement = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        expect(relation(a, b)).toBe(relation(b, a));
        expect(relation(a, a)).toBe('same');
        expect(likeness(statementOf(a), statementOf(b))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('coverage', () => {
  it('counts the share of terms that a text holds, in any form', () => {
    expect(coverage(termsOf('Installed zod with npm'), termsOf('npm i zod'))).toBeGreaterThan(0.5);
    expect(coverage(termsOf('`react-dom` with npm'), termsOf('npm i react-dom'))).toBe(1);
    expect(coverage(termsOf('Prefers dark roast coffee'), termsOf('please fix the build'))).toBe(0);
    expect(coverage(termsOf('日期格式是年月日'), termsOf('请记住日期格式是年月日'))).toBe(1);
  });
});

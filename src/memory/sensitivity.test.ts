import { describe, expect, it } from 'vitest';
import { isSensitive } from './sensitivity.ts';

describe('what a person would not want to meet by chance (D-063)', () => {
  it.each([
    'I was diagnosed with type 2 diabetes last spring',
    'My salary is 82,000 a year, do not mention it in the report',
    'she is pregnant, so move her tickets to June',
    "my son's therapist called again",
    'I live at 14 Rosewood Avenue',
    'our mortgage is due on the 3rd',
    'My brother was arrested in May',
    'I voted for the greens',
    "he's in the middle of a divorce, be gentle",
    'Ich bin schwanger und ab März nicht da',
    'mi salario es 2.100 al mes',
    'passport number: X1234567',
    'DE89 3704 0044 0532 0130 00 is the account to use',
    'The user takes medication for epilepsy',
  ])('finds: %s', (text) => expect(isSensitive(text)).toBe(true));

  it.each([
    'Add a health check endpoint on port 8081',
    'The salary column of the employees table is a decimal',
    'I fixed the disease classifier: it now loads the weights lazily',
    'we use prescription drugs data from the public set',
    'Run the migration before the deploy',
    'The birthday field is optional in the form',
    'my tests fail with exit code 137',
    'I prefer tabs over spaces',
    'the loan-service owns the loan table',
    'build 123-45-678 failed',
    'She reviews the pull requests on Fridays',
    'our CI runs on arm64',
  ])('leaves alone: %s', (text) => expect(isSensitive(text)).toBe(false));

  it('is looked for at the beginning of a text alone, so that a long one takes no longer', () => {
    const told = 'My salary is 82,000 a year';
    expect(isSensitive('word '.repeat(3_000) + told)).toBe(true);
    expect(isSensitive('word '.repeat(4_000) + told)).toBe(false);
  });
});

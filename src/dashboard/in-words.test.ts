import { expect, it } from 'vitest';
import { hintForPeople, sentence } from './in-words.ts';

it.each([
  'the fields are observation, service, category',
  'the parameters are q, after',
  'limit is a whole number from 1 to 200',
  'GET /sessions lists them',
  'POST /memory/space makes a folder known; null keeps it for every project',
  'check the method and the path',
  'send {}',
  'give the id, or at least the first 8 characters of it',
])('leaves out what helps only programs: %s', (hint) => {
  expect(hintForPeople(hint)).toBeUndefined();
});

it.each([
  ['look at the list again', 'Look at the list again.'],
  ['see `carryover daemon logs`', 'See `carryover daemon logs`.'],
  ['`carryover open` gives a fresh one', '`carryover open` gives a fresh one.'],
  ['give 0.7 for what is new', 'Give 0.7 for what is new.'],
])('tells people what they can do, as a sentence: %s', (hint, told) => {
  expect(hintForPeople(hint)).toBe(told);
});

it('makes a sentence of what is none, and leaves one alone', () => {
  expect(sentence('observation must not be empty')).toBe('Observation must not be empty.');
  expect(sentence('Is it there?')).toBe('Is it there?');
});

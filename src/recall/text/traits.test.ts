import { expect, it } from 'vitest';
import { TRAIT, traitsOf } from './traits.ts';

it.each([
  ['asks', TRAIT.asks, 'Which port does it use?', 'It uses that port.'],
  ['asks, also in Arabic and Chinese', TRAIT.asks, 'ما هذا؟', '这是什么。'],
  ['asks, when the mark stands last', TRAIT.asks, 'Ready? (or "not?")', 'Ready? Then begin.'],
  ['speaks of themselves', TRAIT.ofOneself, "Well, I've moved to Berlin", 'It moved to Berlin'],
  ['sets a rule', TRAIT.standing, 'Please always use pnpm', 'It is always on'],
  ['sets a rule later in the text', TRAIT.standing, 'Good. From now on, no mocks', 'He went on from now'],
  ['names a time', TRAIT.timed, 'we met last Friday', 'we met at the office'],
  ['names a date', TRAIT.timed, 'since 2023 or the 3rd', 'since version 20'],
  ['names a number', TRAIT.counted, 'a couple of dogs', 'some dogs'],
])('tells that a text %s', (_, trait, yes, no) => {
  expect(traitsOf(yes) & trait).toBe(trait);
  expect(traitsOf(no) & trait).toBe(0);
});

it('looks at the beginning of a long text, and at its end for a question', () => {
  const long = 'so it goes. '.repeat(1_000);
  expect(traitsOf(`${long}yesterday, 12 of them`)).toBe(0);
  expect(traitsOf(`${long}right?`)).toBe(TRAIT.asks);
});

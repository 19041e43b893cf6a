import { describe, expect, it } from 'vitest';
import { deniedWords, isEnglishNegation, isNegation, isRefusal, withPlainNegations } from './negation.ts';

describe('a word that denies', () => {
  it.each(['not', 'never', "don't", 'dont', "wasn't", "can't", 'cannot', 'without'])('%s, in English', (word) => {
    expect([isEnglishNegation(word), isNegation(word)]).toEqual([true, true]);
  });

  it.each(['nicht', 'ohne', 'jamais', 'nunca', 'non', 'não', 'не', 'никогда'])('%s, in another language', (word) => {
    expect([isEnglishNegation(word), isNegation(word)]).toEqual([false, true]);
  });

  it.each(['note', 'want', 'knot', 'innovation', 'over', 'wont-fix'])('%s does not', (word) => {
    expect(isNegation(word) || isRefusal(word)).toBe(false);
  });
});

it.each([
  ['not npm', ['npm']],
  ['never use `npm`; bun over yarn, rather than pnpm', ['yarn', 'pnpm']],
  ["don't run jest without coverage", ['jest', 'coverage']],
  ['(avoid moment)', []],
  ['avoid moment', ['moment']],
  ['a note on knots', []],
  ['never', []],
])('what %j denies is %j', (text, expected) => {
  expect(deniedWords(text)).toEqual(expected);
});

it('what is set against something is denied', () => {
  expect(withPlainNegations('tabs instead of spaces')).toBe('tabs not spaces');
});

/**
 * How right a set of learned items is, against what a case expects. An item is right when an expectation, or something
 * optional, of its case accepts it; precision is right items of all, recall is expectations met of all. Both are counted with
 * kinds, and with kinds ignored; scope is counted apart, among expectations that are met and say one.
 */
import type { EvaluationCase, Expectation } from './evaluation-case.ts';

export interface Item {
  readonly kind: string;
  readonly content: string;
  readonly scope: string;
}

export interface Score {
  readonly items: number;
  readonly right: number;
  readonly rightInAnyKind: number;
  readonly expected: number;
  readonly met: number;
  readonly metInAnyKind: number;
  /** Met expectations that say where they hold, and those of them that hold there. */
  readonly scoped: number;
  readonly scopeRight: number;
}

export const NO_SCORE: Score = {
  items: 0,
  right: 0,
  rightInAnyKind: 0,
  expected: 0,
  met: 0,
  metInAnyKind: 0,
  scoped: 0,
  scopeRight: 0,
};

export function scoreOf(items: readonly Item[], { expect, optional = [] }: EvaluationCase): Score {
  const fine = [...expect, ...optional];
  const scoped = expect.flatMap((expectation) => {
    const meeting = items.filter((item) => says(item.content, expectation.words));
    return expectation.scope === undefined || meeting.length === 0 ? [] : [{ expectation, meeting }];
  });
  return {
    items: items.length,
    right: items.filter((item) => fine.some((one) => meets(item, one))).length,
    rightInAnyKind: items.filter((item) => fine.some(({ words }) => says(item.content, words))).length,
    expected: expect.length,
    met: expect.filter((one) => items.some((item) => meets(item, one))).length,
    metInAnyKind: expect.filter(({ words }) => items.some((item) => says(item.content, words))).length,
    scoped: scoped.length,
    scopeRight: scoped.filter(({ expectation, meeting }) => meeting.some(({ scope }) => scope === expectation.scope))
      .length,
  };
}

export function added(a: Score, b: Score): Score {
  const keys = Object.keys(NO_SCORE) as readonly (keyof Score)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as Score;
}

/** What is expected or optional, said in this kind. */
export function meets({ kind, content }: Item, { kind: wanted, also = [], words }: Expectation): boolean {
  return [wanted, ...also].some((one) => one === kind) && says(content, words);
}

/** Every word occurs, in any case, as a word or the beginning of one; `a|b` occurs when either does. */
export function says(content: string, words: readonly string[]): boolean {
  return words.every((word) => word.split('|').some((either) => occurs(either, content)));
}

/** Scripts without spaces between words have no beginnings of words to look for. */
function occurs(word: string, content: string): boolean {
  const literal = word.normalize('NFKC').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const before = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
    ? ''
    : '(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}])';
  return new RegExp(`${before}${literal}`, 'iu').test(content.normalize('NFKC'));
}

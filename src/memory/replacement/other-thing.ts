/**
 * Whether two statements speak of two things of one kind, by how each names what it is about: `chapter 3 is`, `chapter 4 is`;
 * `the ferry to the island leaves at nine`, `the ferry to the mainland is cancelled`; `the island ferry`, `the mainland ferry`.
 * What they say of it must differ, too: where all else is the same, the other word is another value.
 */
import type { Measure, Reading, Token } from './reading.ts';
import { isSame } from './word-similarity.ts';

/** `module0 is`, `chapter 3 is`: right behind a word, and what is said of that comes after it. */
export function isLabel({ at, value }: Measure, words: readonly Token[]): boolean {
  const isBehind = words.some((word) => word.at < at && at - (word.at + word.text.length) <= 1);
  const after = words.filter((word) => word.at > at);
  return isBehind && after.length > 0 && after.every((word) => word.at - (at + value.length) > 1);
}

export function hasOtherLabel(old: Reading, next: Reading): boolean {
  const known = labelsOf(old);
  return labelsOf(next).some(({ word, value }) =>
    known.some((label) => isSame(label.word, word) && label.value !== value),
  );
}

function labelsOf({ measures, words }: Reading): readonly { readonly word: Token; readonly value: string }[] {
  return measures.flatMap((measure) => {
    const word = words.findLast(({ at }) => at < measure.at);
    return word !== undefined && measure.unit === undefined && isLabel(measure, words)
      ? [{ word, value: measure.value }]
      : [];
  });
}

/** Of the first two words of each, one is the same, and the other stands to it in the same way. */
export function hasOtherQualifier(old: Reading, next: Reading): boolean {
  const [[first, second], [one, other]] = [old.words, next.words];
  if (first === undefined || second === undefined || one === undefined || other === undefined) return false;
  if (second.link === undefined || second.link !== other.link || !saysElse(old, second, next)) return false;
  const isOther = (a: Token, b: Token) =>
    !a.isValue &&
    !b.isValue &&
    !next.words.some((word) => isSame(a, word)) &&
    !old.words.some((word) => isSame(b, word));
  if (second.link === '') return first.link === one.link && isSame(second, other) && isOther(first, one);
  return isSame(first, one) && isOther(second, other);
}

/** Behind what it is about, the old one says something that the new one does not. */
function saysElse(old: Reading, { at }: Token, next: Reading): boolean {
  const isLost = (word: Token) => word.at > at && !next.words.some((other) => isSame(word, other));
  const isGone = (measure: Measure) => measure.at > at && !next.measures.some(({ value }) => value === measure.value);
  return old.words.some(isLost) || old.measures.some(isGone);
}

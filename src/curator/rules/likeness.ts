/** How alike two short texts are, by the words that carry meaning. */
import type { Language } from './languages/language.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}._/@+-]*/gu;
/** Alike enough to be the same thing said again. */
const SAME = 0.7;

function wordsOf(text: string, language: Language): ReadonlySet<string> {
  const words = [...text.toLowerCase().matchAll(WORD)].map(([word]) => word.replace(/[._/-]+$/, ''));
  return new Set(words.filter((word) => !language.stopWords.has(word)));
}

export function saysTheSame(left: string, right: string, language: Language): boolean {
  const a = wordsOf(left, language);
  const b = wordsOf(right, language);
  const shared = sharedBy(a, b);
  return shared > 0 && shared / (a.size + b.size - shared) >= SAME;
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length;
}

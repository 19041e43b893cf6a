/** How alike two short texts are, by the words that carry meaning. */
import type { Learning } from '../../memory/learning.ts';
import { alternativeIn } from './alternatives.ts';
import type { Language } from './languages/language.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}._/@+-]*/gu;
/** Alike enough to be the same thing said again. */
const SAME = 0.7;
/** Shared enough to speak of the same thing. */
const ABOUT_THE_SAME = 0.5;
/** So short that naming the value is speaking of it. */
const FEW_WORDS = 3;

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

/** The one learning, among those that hold, that speaks of the same and says otherwise. */
export function contradicted(
  content: string,
  wrong: string | null,
  recent: readonly Learning[],
  language: Language,
): Learning | null {
  const now = wordsOf(content, language);
  const wrongWords = wrong === null ? null : wordsOf(wrong, language);
  let best: Learning | null = null;
  let bestScore = 0;
  for (const learning of recent) {
    if (learning.validTo !== null || saysTheSame(learning.content, content, language)) continue;
    const then = wordsOf(learning.content, language);
    const shared = sharedBy(now, then);
    const otherWay = alternativeIn(content, learning.content)?.wrong != null;
    const namesWrong =
      otherWay || (wrongWords !== null && wrongWords.size > 0 && sharedBy(wrongWords, then) === wrongWords.size);
    const score = shared / Math.max(1, Math.min(now.size, then.size)) + (namesWrong ? 1 : 0);
    const isClear = namesWrong ? shared > 0 || then.size <= FEW_WORDS : shared >= 2 && score >= ABOUT_THE_SAME;
    if (isClear && score > bestScore) {
      best = learning;
      bestScore = score;
    }
  }
  return best;
}

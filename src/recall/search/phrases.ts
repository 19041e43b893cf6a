/** Words of the question that stand together in the text as they do in the question. Pure. */
import type { Token } from '../text/tokenise.ts';
import type { WeighedTerm } from './weigh-terms.ts';

/** Of the lighter of two neighbours. */
const PAIR_SHARE = 0.5;
/** Words apart, in the question and in the text: "the" may stand between. */
const QUESTION_GAP = 2;
const TEXT_GAP = 3;

export interface Pairs {
  readonly weights: ReadonlyMap<string, number>;
  readonly followers: ReadonlyMap<string, ReadonlySet<string>>;
}

export function pairsOf(terms: readonly WeighedTerm[]): Pairs {
  const words = terms
    .filter(({ kind, pos }) => pos >= 0 && (kind === 'word' || kind === 'number'))
    .toSorted((a, b) => a.pos - b.pos);
  const followers = new Map<string, Set<string>>();
  words.forEach((word, at) => {
    const next = words[at + 1];
    if (next === undefined || next.pos - word.pos > QUESTION_GAP) return;
    followers.set(word.term, (followers.get(word.term) ?? new Set()).add(next.term));
  });
  return { weights: new Map(terms.map(({ term, weight }) => [term, weight])), followers };
}

/** What is added to the score of a passage. */
export function phraseGain(tokens: readonly Token[], { weights, followers }: Pairs): number {
  if (followers.size === 0) return 0;
  const done = new Set<string>();
  let gain = 0;
  let last: { readonly term: string; readonly pos: number } | undefined;
  for (const token of tokens) {
    const weight = weights.get(token.term);
    if (weight === undefined) continue;
    if (
      last !== undefined &&
      token.pos - last.pos <= TEXT_GAP &&
      !done.has(last.term) &&
      followers.get(last.term)?.has(token.term)
    ) {
      done.add(last.term);
      gain += PAIR_SHARE * Math.min(weights.get(last.term) ?? 0, weight);
    }
    last = token;
  }
  return gain;
}

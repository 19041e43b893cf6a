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

/** Whether it may be one of two: a word of the question itself. */
export function canPair({ kind, pos }: Pick<WeighedTerm, 'kind' | 'pos'>): boolean {
  return pos >= 0 && (kind === 'word' || kind === 'number');
}

export function pairsOf(terms: readonly WeighedTerm[]): Pairs {
  const words = terms.filter(canPair).toSorted((a, b) => a.pos - b.pos);
  const followers = new Map<string, Set<string>>();
  words.forEach((word, at) => {
    const next = words[at + 1];
    if (next === undefined || next.pos - word.pos > QUESTION_GAP) return;
    followers.set(word.term, (followers.get(word.term) ?? new Set()).add(next.term));
  });
  return { weights: new Map(terms.map(({ term, weight }) => [term, weight])), followers };
}

/** The most that any passage can gain: each word has one gain at most, of no more than its own share. */
export function mostGain({ weights, followers }: Pairs): number {
  let most = 0;
  for (const [term, next] of followers) {
    const best = [...next].reduce((weight, other) => Math.max(weight, weights.get(other) ?? 0), 0);
    most += PAIR_SHARE * Math.min(weights.get(term) ?? 0, best);
  }
  return most;
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

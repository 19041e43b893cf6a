/** Words of the question that stand together in the text as they do in the question. Pure. */
import type { Token } from '../text/tokenise.ts';
import type { WeighedTerm } from './weigh-terms.ts';

/** Of the lighter of two neighbours. */
const PAIR_SHARE = 0.5;
/** Words apart, in the question and in the text: "the" may stand between. */
const QUESTION_GAP = 2;
const TEXT_GAP = 3;
const LAST_BIT = 31;
/** Sums of the same numbers differ by their order. */
const ROUNDED_UP = 1 + 1e-9;

export interface Pairs {
  readonly weights: ReadonlyMap<string, number>;
  readonly followers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether it may be one of two: a word of the question itself. */
function canPair({ kind, pos }: Pick<WeighedTerm, 'kind' | 'pos'>): boolean {
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

/**
 * The most that a passage can gain, told from which words it holds: each has one gain at most, of no more than its own share.
 * Words are bits; those that come after the last bit share it, which allows for more than there is.
 */
export class PhraseBounds {
  readonly #bits = new Map<string, number>();
  readonly #firsts: {
    readonly bit: number;
    readonly nexts: readonly { readonly bit: number; readonly gain: number }[];
  }[];

  constructor({ weights, followers }: Pairs) {
    const weight = (term: string) => weights.get(term) ?? 0;
    this.#firsts = [...followers].map(([term, next]) => ({
      bit: this.#newBit(term),
      nexts: [...next].map((other) => ({
        bit: this.#newBit(other),
        gain: PAIR_SHARE * Math.min(weight(term), weight(other)) * ROUNDED_UP,
      })),
    }));
  }

  /** 0 for a word that is no part of a pair. */
  bitOf(term: string): number {
    return this.#bits.get(term) ?? 0;
  }

  most(held: number): number {
    let most = 0;
    for (const { bit, nexts } of this.#firsts) {
      if ((held & bit) === 0) continue;
      let best = 0;
      for (const next of nexts) if ((held & next.bit) !== 0 && next.gain > best) best = next.gain;
      most += best;
    }
    return most;
  }

  #newBit(term: string): number {
    const bit = this.#bits.get(term) ?? 1 << Math.min(this.#bits.size, LAST_BIT);
    this.#bits.set(term, bit);
    return bit;
  }
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

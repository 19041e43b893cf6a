/**
 * A text as terms of the index, each with its place. The same function serves what is stored and what is asked, so that the
 * one finds the other: what becomes of a word depends on nothing but its characters. What counts as one piece is said in
 * runs.ts, what is made of it in run-terms.ts and unspaced.ts, what is left out in noise.ts.
 *
 * Several terms can share a position: a name and its first part, a word and its pairs of characters. Positions count words and
 * never fall, but that the pairs follow the words they are of. Never throws, whatever the text holds. Pure but for a cache.
 */
import { denseParts, isHexGroup, isScramble } from './noise.ts';
import { RunCache } from './run-cache.ts';
import { type RunTerm, type RunTerms, termsOf } from './run-terms.ts';
import { runEnd } from './token-bounds.ts';

export { fold } from '../../text/fold.ts';

export interface Token {
  /** The key in the index. */
  readonly term: string;
  /** The folded word before stemming, for stop words and names; of others the term. */
  readonly word: string;
  /** How many words stand before it. */
  readonly pos: number;
  /** Where in the text it begins. */
  readonly at: number;
  /** `whole` is a name as it is written, or another way to write it; `gram` a pair of characters. */
  readonly kind: RunTerm['kind'];
}

type Terms = Pick<ReadonlySet<string>, 'has'>;

/** How much a piece of noise counts against the words between: the columns of a dump have some. */
const NOISE_WEIGHT = 2;
/** From here on noise is left out, until as many words have come. */
const MOST_NOISE = 24 * NOISE_WEIGHT;

const NOISE: RunTerms = { terms: [], words: 0, isNoise: true };

const cache = new RunCache(termsOf);

/** `wanted`: only tokens of these terms; what stands between them is only counted. */
export function tokenise(text: string, wanted?: Terms): Token[] {
  const tokens: Token[] = [];
  const gaps = denseParts(text).values();
  let gap = gaps.next().value;
  let words = 0;
  let noise = 0;
  for (let at = 0; at < text.length; ) {
    if (gap !== undefined && at >= gap.from) {
      at = gap.to;
      gap = gaps.next().value;
      continue;
    }
    const start = at;
    const end = gap === undefined ? runEnd(text, start) : Math.min(gap.from, runEnd(text, start));
    at = end === start ? start + 1 : end;
    if (end === start) continue;
    const isKnownNoise = noise >= MOST_NOISE && isPlainNoise(text.slice(start, end));
    const made = isKnownNoise ? NOISE : cache.of(text, start, end);
    if (made.isNoise) {
      noise = Math.min(noise + NOISE_WEIGHT, 2 * MOST_NOISE);
      if (noise >= MOST_NOISE) continue;
    } else if (noise > 0) noise -= 1;
    for (const { term, word, kind, step, offset } of made.terms)
      if (wanted === undefined || wanted.has(term))
        tokens.push({ term, word, pos: words + step, at: start + offset, kind });
    words += made.words;
  }
  return tokens;
}

/** What can be told to be noise without making anything of it. */
function isPlainNoise(run: string): boolean {
  return isScramble(run) || isHexGroup(run);
}

/**
 * The trained weights and what they say of a set of features. Fifteen classes share one table, so that what is durable is
 * told by all that is known about tasks, questions, quotes and one-off wishes too; which kind and which scope it has are
 * read from the same features afterwards. Weights are 8 bit; only buckets that matter have a row.
 */
import { BUCKET_BITS, hashOf } from './features.ts';

export const KINDS = ['preference', 'rule', 'correction', 'fact', 'decision', 'remember', 'later', 'pattern'] as const;
export type Kind = (typeof KINDS)[number];
const PASSING = ['task', 'question', 'one-off', 'hypothetical', 'quote', 'status', 'narrative'] as const;
export const CLASSES: readonly string[] = [...KINDS, ...PASSING];
/** Above zero it is about the person, else about the space. */
export const SCOPE_OUTPUT = CLASSES.length;
/** Above zero it is English. */
export const ENGLISH_OUTPUT = CLASSES.length + 1;
export const OUTPUTS = CLASSES.length + 2;

/** Frequent words are kept as bits of a table of hashes. */
const WORD_BITS = 16;

export interface Weights {
  /** The logit from which a sentence is durable: there is more to learn English from, so less is asked of it. */
  readonly bars: { readonly english: number; readonly other: number };
  /** What 1 of the 8 bits stands for in each output. */
  readonly scales: readonly number[];
  /** Base64: which words are frequent, which buckets have a row, and the rows. */
  readonly frequent: string;
  readonly buckets: string;
  readonly rows: string;
}

export interface Verdict {
  /** Logit of durable against passing. */
  readonly durable: number;
  readonly kind: Kind;
  /** What is to be remembered has a kind of its own beside that; for all else it is the same. */
  readonly inner: Exclude<Kind, 'remember'>;
  readonly passing: (typeof PASSING)[number];
  /** How likely it is about the person, wherever they work, as a logit; else about the project. */
  readonly personal: number;
  /** Logit of English against all other languages. */
  readonly english: number;
}

export class Model {
  readonly bars: Weights['bars'];
  readonly #scales: readonly number[];
  readonly #frequent: Uint8Array;
  /** Row of each bucket, -1 for none. */
  readonly #rowOf: Int32Array;
  readonly #rows: Int8Array;

  constructor(weights: Weights) {
    this.bars = weights.bars;
    this.#scales = weights.scales;
    this.#frequent = Buffer.from(weights.frequent, 'base64');
    const buckets = Buffer.from(weights.buckets, 'base64');
    this.#rows = new Int8Array(Buffer.from(weights.rows, 'base64'));
    this.#rowOf = new Int32Array(1 << BUCKET_BITS).fill(-1);
    let row = 0;
    for (let bucket = 0; bucket < this.#rowOf.length; bucket += 1)
      if (hasBit(buckets, bucket)) this.#rowOf[bucket] = row++;
  }

  isFrequent = (word: string): boolean => hasBit(this.#frequent, wordBit(word));

  verdictOn(features: Int32Array): Verdict {
    const sums = new Float64Array(OUTPUTS);
    let known = 0;
    for (const feature of features) {
      const row = this.#rowOf[feature] ?? -1;
      if (row < 0) continue;
      known += 1;
      for (let output = 0; output < OUTPUTS; output += 1)
        sums[output] = (sums[output] ?? 0) + (this.#rows[row * OUTPUTS + output] ?? 0);
    }
    const norm = 1 / Math.sqrt(known || 1);
    const logits = Array.from(sums, (sum, output) => sum * norm * (this.#scales[output] ?? 1));
    const kinds = logits.slice(0, KINDS.length);
    const kind = KINDS[highest(kinds)] ?? 'fact';
    const passing = logits.slice(KINDS.length, CLASSES.length);
    return {
      durable: logSum(kinds) - logSum(passing),
      kind,
      inner: kind === 'remember' ? innerKind(kinds) : kind,
      passing: PASSING[highest(passing)] ?? 'status',
      personal: logits[SCOPE_OUTPUT] ?? 0,
      english: logits[ENGLISH_OUTPUT] ?? 0,
    };
  }
}

export function wordBit(word: string): number {
  return hashOf(word) >>> (32 - WORD_BITS);
}

/** A table of bits with the given ones set, as `Weights` keeps it. */
export function bitTable(bits: Iterable<number>, count: number): Uint8Array {
  const table = new Uint8Array(count >> 3);
  for (const bit of bits) table[bit >> 3] = (table[bit >> 3] ?? 0) | (1 << (bit & 7));
  return table;
}

export function wordTable(words: Iterable<string>): Uint8Array {
  return bitTable([...words].map(wordBit), 1 << WORD_BITS);
}

function hasBit(table: Uint8Array, bit: number): boolean {
  return ((table[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

/** The likeliest kind of what is to be remembered, which is nothing to do later. */
function innerKind(kinds: readonly number[]): Exclude<Kind, 'remember'> {
  const others = kinds.map((logit, at) =>
    KINDS[at] === 'remember' || KINDS[at] === 'later' ? Number.NEGATIVE_INFINITY : logit,
  );
  const found = KINDS[highest(others)] ?? 'fact';
  return found === 'remember' ? 'fact' : found;
}

function logSum(values: readonly number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

function highest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

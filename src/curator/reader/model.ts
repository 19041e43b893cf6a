/**
 * The trained weights and what they say of a set of features. Fifteen classes share one table, so that what is durable is
 * told by all that is known about tasks, questions, quotes and one-off wishes too; which kind and which scope it has are
 * read from the same features afterwards. Only buckets that matter have a row; a weight has 6 bits, which lose nothing
 * that could be measured against 8 and leave room for a third more rows.
 */
import { hashOf, VIEWS, viewOf } from './features.ts';

export const KINDS = ['preference', 'rule', 'correction', 'fact', 'decision', 'remember', 'later', 'pattern'] as const;
export type Kind = (typeof KINDS)[number];
const PASSING = ['task', 'question', 'one-off', 'hypothetical', 'quote', 'status', 'narrative'] as const;
/** Kinds that are kept as one: which it is matters less than that it is one of them. */
const KEPT_AS_ONE: readonly (readonly Kind[])[] = [
  ['preference', 'rule'],
  ['fact', 'decision'],
  ...(['correction', 'remember', 'later', 'pattern'] as const).map((kind) => [kind]),
];
export const CLASSES: readonly string[] = [...KINDS, ...PASSING];
/** Above zero it is about the person, else about the space. */
export const SCOPE_OUTPUT = CLASSES.length;
/** Above zero it is English. */
export const ENGLISH_OUTPUT = CLASSES.length + 1;
export const OUTPUTS = CLASSES.length + 2;

/** Frequent words are kept as bits of a table of hashes. */
const WORD_BITS = 16;

export interface Bars {
  readonly english: number;
  readonly other: number;
}

export interface Weights {
  /** The logit from which a sentence is durable. */
  readonly bars: Bars;
  /** The same for what is said outright: to be remembered, for later, or denying what the agent said. */
  readonly outright: Bars;
  /** What one step of a weight stands for in each output. */
  readonly scales: readonly number[];
  /** Base64: a table of bits of the hashes of frequent words. */
  readonly frequent: string;
  /** Base64: the buckets that have a row, in order, as how far each is from the one before; 7 bits a byte. */
  readonly buckets: string;
  /** A letter for each weight. */
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
  readonly bars: Bars;
  readonly outright: Bars;
  readonly #scales: readonly number[];
  readonly #frequent: Uint8Array;
  readonly #rowOf: ReadonlyMap<number, number>;
  readonly #rows: Int8Array;

  constructor(weights: Weights) {
    this.bars = weights.bars;
    this.outright = weights.outright;
    this.#scales = weights.scales;
    this.#frequent = Buffer.from(weights.frequent, 'base64');
    this.#rowOf = new Map(bucketsIn(Buffer.from(weights.buckets, 'base64')).map((bucket, row) => [bucket, row]));
    this.#rows = weightsIn(weights.rows);
  }

  isFrequent = (word: string): boolean => hasBit(this.#frequent, wordBit(word));

  /** `corrects` is false where nothing had been said that could be corrected. */
  verdictOn(features: Int32Array, corrects = true): Verdict {
    const sums = new Float64Array(VIEWS * OUTPUTS);
    const known = new Int32Array(VIEWS);
    for (const feature of features) {
      const row = this.#rowOf.get(feature);
      if (row === undefined) continue;
      const view = viewOf(feature);
      known[view] = (known[view] ?? 0) + 1;
      for (let output = 0; output < OUTPUTS; output += 1) {
        const place = view * OUTPUTS + output;
        sums[place] = (sums[place] ?? 0) + (this.#rows[row * OUTPUTS + output] ?? 0);
      }
    }
    const logits = this.#scales.map((scale, output) =>
      known.reduce(
        (sum, count, view) => sum + (scale * (sums[view * OUTPUTS + output] ?? 0)) / Math.sqrt(count || 1),
        0,
      ),
    );
    const kinds = logits.slice(0, KINDS.length);
    const kind = likeliest(kinds, corrects ? [] : ['correction']);
    const passing = logits.slice(KINDS.length, CLASSES.length);
    return {
      durable: logSum(kinds) - logSum(passing),
      kind,
      inner: kind === 'remember' ? innerKind(kinds, corrects) : kind,
      passing: PASSING[highest(passing)] ?? 'status',
      personal: logits[SCOPE_OUTPUT] ?? 0,
      english: logits[ENGLISH_OUTPUT] ?? 0,
    };
  }
}

export function wordBit(word: string): number {
  return hashOf(word) >>> (32 - WORD_BITS);
}

/** As `Weights` keeps the frequent words. */
export function wordTable(words: Iterable<string>): Uint8Array {
  const table = new Uint8Array(1 << (WORD_BITS - 3));
  for (const bit of [...words].map(wordBit)) table[bit >> 3] = (table[bit >> 3] ?? 0) | (1 << (bit & 7));
  return table;
}

/** The most steps of a weight either way. */
export const MOST_STEPS = 31;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function weightLetter(steps: number): string {
  return LETTERS.charAt(steps + MOST_STEPS);
}

function weightsIn(letters: string): Int8Array {
  const steps = new Int8Array(128);
  for (let at = 0; at < LETTERS.length; at += 1) steps[LETTERS.charCodeAt(at)] = at - MOST_STEPS;
  const weights = new Int8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) weights[at] = steps[letters.charCodeAt(at)] ?? 0;
  return weights;
}

/** `buckets` in order. */
export function bucketBytes(buckets: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  buckets.forEach((bucket, at) => {
    let rest = bucket - (buckets[at - 1] ?? 0);
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  });
  return Uint8Array.from(bytes);
}

function bucketsIn(bytes: Uint8Array): readonly number[] {
  const buckets: number[] = [];
  let [bucket, shift] = [0, 0];
  for (const byte of bytes) {
    bucket += (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    buckets.push(bucket);
    shift = 0;
  }
  return buckets;
}

function hasBit(table: Uint8Array, bit: number): boolean {
  return ((table[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

/** Whether what is of one kind and what is of the other become learnings of one type. */
export function areKeptAsOne(one: string, other: string): boolean {
  return KEPT_AS_ONE.some((kinds: readonly string[]) => kinds.includes(one) && kinds.includes(other));
}

function likeliest(logits: readonly number[], without: readonly Kind[]): Kind {
  const logitOf = (kind: Kind): number =>
    without.includes(kind) ? Number.NEGATIVE_INFINITY : (logits[KINDS.indexOf(kind)] ?? 0);
  const ones = KEPT_AS_ONE.map((kinds) => kinds.toSorted((a, b) => logitOf(b) - logitOf(a)));
  return ones[highest(ones.map((kinds) => logSum(kinds.map(logitOf))))]?.[0] ?? 'fact';
}

/** The likeliest kind of what is to be remembered, which is nothing to do later and nothing that was observed. */
function innerKind(logits: readonly number[], corrects: boolean): Exclude<Kind, 'remember'> {
  const found = likeliest(logits, ['remember', 'later', 'pattern', ...(corrects ? [] : (['correction'] as const))]);
  return found === 'remember' ? 'fact' : found;
}

function logSum(values: readonly number[]): number {
  const most = Math.max(...values);
  if (most === Number.NEGATIVE_INFINITY) return most;
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

function highest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/**
 * What words mean, as directions: two that point the same way are used of the same things, also across languages. A table of
 * 128 numbers a meaning, made once by `scripts/word-vectors.ts`; a word that is not in it has none. Words are found by a hash of
 * their term, so a word in some hundred thousand has the meaning of another. Read once for each thread.
 */
import { readFileSync } from 'node:fs';

export const DIMENSIONS = 128;
const HEADER_BYTES = 8;
/** As much of a word as its other endings share with it. */
const STEM_SHARE = 0.7;
const LEAST_STEM = 5;
const MOST_TERM = 40;
const NONE = -1;

export interface WordTable {
  /** Sorted. */
  readonly keys: Uint32Array;
  /** Which meaning each has. */
  readonly rows: Uint32Array;
  /** 0 … 255: how much a word says by how seldom it is written. */
  readonly telling: Uint8Array;
  readonly numbers: Int8Array;
}

export class WordVectors {
  readonly #table: WordTable;
  /** One over the length of each. */
  readonly #scale: Float32Array;

  constructor(table: WordTable) {
    this.#table = table;
    this.#scale = scalesOf(table.numbers);
  }

  /** The place of a word, or of one that begins as it does; undefined when neither is known. */
  placeOf(term: string): number | undefined {
    if (term.length > MOST_TERM) return undefined;
    const exact = this.#find(hashOf(term));
    if (exact !== NONE) return exact;
    for (let letters = term.length; letters >= stemLetters(term); letters -= 1) {
      const row = this.#find(hashOf(stemKey(term, letters)));
      if (row !== NONE) return row;
    }
    return undefined;
  }

  /** 0 … 1; a word that nobody wrote in what was counted says most. */
  tellingOf(place: number): number {
    return (this.#table.telling[place] ?? 255) / 255;
  }

  /** −1 … 1, of the words at two places. */
  likeness(one: number, other: number): number {
    const { numbers, rows } = this.#table;
    const [a, b] = [rows[one] ?? 0, rows[other] ?? 0];
    if (a === b) return 1;
    return product(numbers, a * DIMENSIONS, b * DIMENSIONS) * (this.#scale[a] ?? 0) * (this.#scale[b] ?? 0);
  }

  /** The same of one word and each of several: its numbers are looked up once. */
  likenesses(one: number, others: readonly number[]): Float64Array {
    const { numbers, rows } = this.#table;
    const a = rows[one] ?? 0;
    const [first, scale] = [a * DIMENSIONS, this.#scale[a] ?? 0];
    const likenesses = new Float64Array(others.length);
    for (let at = 0; at < likenesses.length; at += 1) {
      const b = rows[others[at] ?? 0] ?? 0;
      likenesses[at] = a === b ? 1 : product(numbers, first, b * DIMENSIONS) * (this.#scale[b] ?? 0) * scale;
    }
    return likenesses;
  }

  /** Of length 1, or all zero when no word is known. */
  meanOf(places: Iterable<number>): Float32Array {
    const mean = new Float32Array(DIMENSIONS);
    const { rows, numbers } = this.#table;
    for (const place of places) {
      const row = rows[place] ?? 0;
      const weight = this.tellingOf(place) * (this.#scale[row] ?? 0);
      const first = row * DIMENSIONS;
      for (let at = 0; at < DIMENSIONS; at += 1) mean[at] = (mean[at] ?? 0) + weight * (numbers[first + at] ?? 0);
    }
    const length = Math.sqrt(dot(mean, mean));
    return length === 0 ? mean : mean.map((number) => number / length);
  }

  #find(key: number): number {
    const { keys } = this.#table;
    let low = 0;
    let high = keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = keys[middle] ?? 0;
      if (found === key) return middle;
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return NONE;
  }
}

/** Of two rows; four whole-number sums side by side take half the time of one, and a prompt has tens of thousands of these. */
function product(numbers: Int8Array, a: number, b: number): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let i = a, j = b, end = a + DIMENSIONS; i < end; i += 4, j += 4) {
    one = (one + Math.imul(numbers[i] ?? 0, numbers[j] ?? 0)) | 0;
    two = (two + Math.imul(numbers[i + 1] ?? 0, numbers[j + 1] ?? 0)) | 0;
    three = (three + Math.imul(numbers[i + 2] ?? 0, numbers[j + 2] ?? 0)) | 0;
    four = (four + Math.imul(numbers[i + 3] ?? 0, numbers[j + 3] ?? 0)) | 0;
  }
  return one + two + three + four;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** FNV-1a of the characters. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

export function stemLetters(term: string): number {
  return Math.max(LEAST_STEM, Math.ceil(STEM_SHARE * term.length));
}

export function stemKey(term: string, letters: number): string {
  return `${term.slice(0, letters)}*`;
}

function scalesOf(numbers: Int8Array): Float32Array {
  const scales = new Float32Array(numbers.length / DIMENSIONS);
  for (let row = 0, at = 0; row < scales.length; row += 1) {
    let sum = 0;
    for (const end = at + DIMENSIONS; at < end; at += 1) {
      const number = numbers[at] ?? 0;
      sum += number * number;
    }
    scales[row] = sum === 0 ? 0 : 1 / Math.sqrt(sum);
  }
  return scales;
}

let shipped: WordVectors | undefined;

export function wordVectors(): WordVectors {
  shipped ??= new WordVectors(tableIn(readFileSync(new URL('./word-vectors.bin', import.meta.url))));
  return shipped;
}

function tableIn(file: Buffer): WordTable {
  const bytes = Uint8Array.from(file).buffer;
  const [words = 0, meanings = 0] = new Uint32Array(bytes, 0, 2);
  const rows = HEADER_BYTES + 4 * words;
  const telling = rows + 4 * words;
  return {
    keys: new Uint32Array(bytes, HEADER_BYTES, words),
    rows: new Uint32Array(bytes, rows, words),
    telling: new Uint8Array(bytes, telling, words),
    numbers: new Int8Array(bytes, telling + words, meanings * DIMENSIONS),
  };
}

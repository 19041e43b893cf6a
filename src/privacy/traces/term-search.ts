/**
 * Looks for needles the way a place allows. What is stored is full of accidents: ids are hex digits, numbers are digits, and
 * in bytes that mean nothing every short word stands somewhere. A find that is none would make every receipt
 * say "not gone". So the shorter a needle, the more it takes to be one:
 * - lines, and words from eight bytes on: anywhere. (20,000 of eight letters have less than one chance in a thousand to
 *   stand somewhere in a gigabyte of noise.)
 * - scripts without spaces: anywhere; six bytes of them are as rare.
 * - shorter words: only as whole words; in binary files only from six bytes on, because a SQLite page is numbers as well.
 * - words that could be (part of) an id or a number, hex digits only and fewer than 16: only between other characters than
 *   those ids and times are made of; below eight only in cells, where what they stand in is text.
 *
 * Limits: a word of fewer than six bytes in a free page is not found by itself. It is found by what stood beside it.
 */
import { Matcher } from './matcher.ts';
import type { Needles } from './search-terms.ts';

export type Place = 'cell' | 'text' | 'binary';

type Rule = 'anywhere' | 'word' | 'lone' | 'never';

const ANYWHERE_BYTES = 8;
const BINARY_BYTES = 6;
const HEX_BYTES = 16;
const HEX_ONLY = /^[0-9a-f]+$/;
/** Of Latin, Greek, Cyrillic and the like, which have words; beyond U+0E00 the scripts without begin. */
const HAS_WORDS = /^[ -\u0dff]+$/;

function ruleOf(needle: string, place: Place): Rule {
  const bytes = Buffer.byteLength(needle);
  if (HEX_ONLY.test(needle) && bytes < HEX_BYTES) {
    if (place === 'cell') return 'lone';
    return place === 'text' && bytes >= ANYWHERE_BYTES ? 'lone' : 'never';
  }
  if (bytes >= ANYWHERE_BYTES || !HAS_WORDS.test(needle)) return 'anywhere';
  return place === 'binary' && bytes < BINARY_BYTES ? 'never' : 'word';
}

/** Looks for all needles in one kind of place. */
export class Seeker {
  /** Of those that are looked for, their places in `texts`. */
  readonly #indexes: readonly number[];
  readonly #rules: readonly Rule[];
  readonly #matcher: Matcher;

  constructor(texts: readonly string[], place: Place) {
    const rules = texts.map((text) => ruleOf(text, place));
    this.#indexes = [...texts.keys()].filter((index) => rules[index] !== 'never');
    this.#rules = this.#indexes.map((index) => rules[index] ?? 'never');
    this.#matcher = new Matcher(this.#indexes.map((index) => texts[index] ?? ''));
  }

  /** Of what begins at `start` and before `end`; each needle once, with its first place. */
  seek(bytes: Uint8Array, start = 0, end = bytes.length): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    this.#matcher.scan(bytes, end, (hit, at) => {
      const index = this.#indexes[hit] ?? 0;
      if (at >= start && !found.has(index) && this.#isWhole(hit, bytes, at)) found.set(index, at);
      return true;
    });
    return found;
  }

  #isWhole(hit: number, bytes: Uint8Array, at: number): boolean {
    const rule = this.#rules[hit];
    if (rule === 'anywhere') return true;
    const joins = rule === 'lone' ? joinsIds : joinsWords;
    return !joins(bytes[at - 1]) && !joins(bytes[at + this.#matcher.lengthOf(hit)]);
  }
}

/** Which of them a text says: the same that a search of cells would find. */
export function hearer({ texts }: Pick<Needles, 'texts'>): (text: string) => readonly string[] {
  const seeker = new Seeker(texts, 'cell');
  return (text) => [...seeker.seek(Buffer.from(text)).keys()].map((index) => texts[index] ?? '');
}

/** Whether it says any. */
export function teller(needles: Needles): (text: string) => boolean {
  const heard = hearer(needles);
  return (text) => heard(text).length > 0;
}

function joinsWords(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a);
}

/** Also what parts of ids, times and numbers are joined with. */
function joinsIds(byte: number | undefined): boolean {
  return joinsWords(byte) || (byte !== undefined && '-_:.'.includes(String.fromCharCode(byte)));
}

/**
 * What a search for traces looks for: the words of what was erased, and the beginnings of its lines. Words find what was
 * told again in other words; lines find what was copied. Plain data, so that a job can keep them while it runs.
 *
 * Limits: a number of fewer than six digits is no needle, because everything that is counted says one; neither is a word
 * of fewer than four letters, or three with a digit. Of very much text only `NEEDLES` are kept: the longest lines and the
 * words that look rarest.
 */
import { crc32 } from 'node:zlib';

export interface Needles {
  /** As they were written and, where that differs beyond ASCII, in lower case as well. */
  readonly texts: readonly string[];
  /** What the search index makes of the words: looked for as whole cells. */
  readonly terms: readonly string[];
  /** About how many were too many. */
  readonly leftOut: number;
}

const NEEDLES = 20_000;
const LINES = NEEDLES / 2;
/** Most words of a text have been there before. */
const SEEN = 100_000;
/** How many times as many are collected before they are thinned. */
const SLACK = 4;
const LINE_CHARS = { least: 16, most: 64 };
const WORD_CHARS = { least: 4, leastWithDigit: 3, most: 64 };
const DIGITS_LEAST = 6;
/** Of scripts without spaces, and of syllables: one character says as much as two or three letters. */
const PIECE_CHARS = { least: 2, most: 4 };

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/gu;
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const HANGUL = /^\p{Script=Hangul}+$/u;
const ASCII = /^[ -~]*$/;
const DIGIT = /\p{N}/u;
const ONLY_DIGITS = /^[0-9]+$/;

/** `termsOf` is what the search index makes of a word. */
export function needlesOf(texts: Iterable<string>, termsOf?: TermsOf): Needles {
  const collector = new NeedleCollector();
  for (const text of texts) collector.add(text);
  return collector.needles(termsOf);
}

type TermsOf = (word: string) => Iterable<string>;

/** One text after the other: what is collected does not grow with them. */
export class NeedleCollector {
  readonly #lines = new Collection(LINES);
  readonly #words = new Collection(NEEDLES - LINES);
  readonly #seen = new Set<string>();

  add(text: string): void {
    const wellFormed = text.toWellFormed();
    for (const line of linesOf(wellFormed)) for (const form of formsOf(line)) this.#lines.add(form, form.length);
    for (const [whole] of wellFormed.matchAll(WORD)) {
      if (this.#seen.has(whole)) continue;
      if (this.#seen.size >= SEEN) this.#seen.clear();
      this.#seen.add(whole);
      for (const word of wordsOf(whole)) for (const form of formsOf(word)) this.#words.add(form, rarity(form));
    }
  }

  needles(termsOf: TermsOf = () => []): Needles {
    const words = this.#words.kept();
    return {
      texts: [...this.#lines.kept(), ...words],
      terms: [...new Set(words.flatMap((word) => [...termsOf(word)]))].filter(isLongEnough),
      leftOut: this.#lines.leftOut + this.#words.leftOut,
    };
  }
}

function* linesOf(text: string): Iterable<string> {
  for (const line of text.split(/[\r\n]+/)) {
    const cut = line.trim().slice(0, LINE_CHARS.most).trim().toWellFormed();
    if (cut.length < LINE_CHARS.least) continue;
    yield cut;
    // Where it stands inside of JSON.
    const escaped = JSON.stringify(cut).slice(1, -1);
    if (escaped !== cut) yield escaped;
  }
}

function* wordsOf(whole: string): Iterable<string> {
  const parts = whole.split(/[-_.]/);
  for (const word of parts.length === 1 ? parts : [whole, ...parts]) {
    yield* piecesOf(word);
    const rest = (ASCII.test(word) ? word : word.replace(DENSE, '')).slice(0, WORD_CHARS.most);
    if (isNeedle(rest)) yield rest;
  }
}

function* piecesOf(word: string): Iterable<string> {
  if (ASCII.test(word)) return;
  for (const [run] of word.matchAll(DENSE)) {
    const characters = [...run];
    const most = Math.max(0, characters.length - PIECE_CHARS.most);
    if (characters.length < PIECE_CHARS.least) continue;
    for (let at = 0; at <= most; at += 1) yield characters.slice(at, at + PIECE_CHARS.most).join('');
  }
}

function isNeedle(word: string): boolean {
  if (ONLY_DIGITS.test(word)) return word.length >= DIGITS_LEAST;
  if (HANGUL.test(word)) return word.length >= PIECE_CHARS.least;
  return word.length >= (DIGIT.test(word) ? WORD_CHARS.leastWithDigit : WORD_CHARS.least);
}

/** As many bytes as a search needs at least. */
function isLongEnough(text: string): boolean {
  return Buffer.byteLength(text) >= WORD_CHARS.leastWithDigit;
}

/** A search folds ASCII letters and no others. */
function formsOf(text: string): readonly string[] {
  if (ASCII.test(text)) return [text.toLowerCase()];
  const written = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const lower = text.toLowerCase();
  return lower === written ? [written] : [written, lower];
}

/** Long words, and those with digits or inner marks, are names of something. */
function rarity(word: string): number {
  return word.length + (DIGIT.test(word) ? 4 : 0) + (/[-_.]/.test(word) ? 4 : 0);
}

/** The best of all that were added; among equals chance decides, the same way each time, and not who came first. */
class Collection {
  readonly #ranks = new Map<string, number>();
  readonly #limit: number;
  #least = 0;
  leftOut = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(text: string, rank: number): void {
    if (this.#ranks.has(text)) return;
    const exact = rank + crc32(text) / 2 ** 32;
    // What was thinned out once need not be kept to be thinned out again.
    if (exact < this.#least) this.leftOut += 1;
    else this.#ranks.set(text, exact);
    if (this.#ranks.size >= this.#limit * SLACK) this.#thin();
  }

  kept(): string[] {
    this.#thin();
    return [...this.#ranks.keys()];
  }

  #thin(): void {
    const excess = this.#ranks.size - this.#limit;
    if (excess <= 0) return;
    const byRank = [...this.#ranks].sort(([, a], [, b]) => a - b);
    for (const [text] of byRank.slice(0, excess)) this.#ranks.delete(text);
    this.#least = byRank[excess]?.[1] ?? 0;
    this.leftOut += excess;
  }
}

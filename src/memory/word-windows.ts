/**
 * A text as hashes of its words, and of every few of them in a row: by these somebody who says the same words again is known,
 * however they are wrapped, listed, quoted, set in bold, capitalised or written in look-alike letters.
 *
 * A word is what stands between blanks, brackets and quotation marks, so a path or an address is one; in scripts without
 * blanks every sign is one and weighs less. Marks of lists, quotations, headings and line numbers before a line are no words,
 * nor are tags, colours of a terminal and the line ends of a text in JSON. Hashes have 32 bits and are kept nowhere. Linear in the text; pure.
 */
import { LATIN_FOR } from './unmask.ts';

/** What a word weighs, so that a sign of another script can weigh less. */
export const WORD_WEIGHT = 10;
/** Korean puts into one word what others say in one and a half. */
const HANGUL_WEIGHT = 14;
const WIDE_WEIGHT = 5;
/** Thai, Lao, Khmer, Burmese: letters, with no blank between words. */
const UNSPACED_WEIGHT = 2;
const WIDE_LETTERS = 3;
const WINDOW_WEIGHT = 5 * WORD_WEIGHT;

const LINE_MARKS =
  /[ \t\u00a0\u3000>#*+•·‣–|-]*(?:\[[ x]\][ \t]*|(?:\d{1,6}|[a-z])[.)][ \t]+|\d{1,6}[:|→\t][ \t]*)?[ \t>#*+•-]*/y;
const TAG = /<\/?[a-z][^<>\n]{0,200}>/y;
const ENTITY = /&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,8});/y;
/** Colours of a terminal, and letters as JSON and HTML write them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is told its colours.
const MAY_ENCODE = /[\\&\x1b]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is told its colours.
const COLOUR = /\x1b\[[\d;?]{0,40}[A-Za-z]/g;
const CODED =
  /\\u([\da-f]{4})|&#x([\da-f]{1,4});|&#(\d{1,5});|&([a-z])(?:uml|acute|grave|circ|tilde|cedil|ring|caron|slash);|&nbsp;/gi;
const NOT_ASCII = /[^\p{ASCII}]/u;
const [BACKSLASH, LESS, AMPERSAND] = [0x5c, 0x3c, 0x26];
/** Letters that a program writes behind a backslash for a blank. */
const ESCAPED_BLANK = /[nrt]/;

/** What a sign of plain text is: what a word with it weighs, nothing for what is passed over, or one of these. */
const NOTHING = 0;
const LINE_END = 1;
const WORD_END = 3;
/** May begin what is no word: a tag, an escaped blank, a sign that is written as a name. */
const MAY_BEGIN = 4;
const KINDS = kinds();
/** Letters that look alike are one. */
const LETTERS = letters();

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const BASE = 0x9e3779b1;
/** Of each number of words that a window may have, and one more. */
const POWERS = Array.from({ length: WINDOW_WEIGHT / UNSPACED_WEIGHT + 2 }, () => 1);
for (let at = 1; at < POWERS.length; at += 1) POWERS[at] = Math.imul(POWERS[at - 1] ?? 1, BASE);

/** From which word to before which one. */
type Take = (hash: number, from: number, to: number) => void;

export class WordWindows {
  /** Of each word: what it weighs, how many letters it has, in which line it stands. */
  readonly weights: number[] = [];
  readonly letters: number[] = [];
  readonly lines: number[] = [];
  /** Of all words before each one, and of all. */
  readonly #hashes = [0];

  constructor(text: string) {
    const decoded = MAY_ENCODE.test(text) ? withoutCodes(text) : text;
    this.#read(NOT_ASCII.test(decoded) ? plain(decoded) : decoded.toLowerCase());
  }

  /** Every window, and as a whole each line that is shorter than one. */
  each(take: Take): void {
    let [to, weight] = [0, 0];
    for (let from = 0; from < this.weights.length; from += 1) {
      for (; to < this.weights.length && weight < WINDOW_WEIGHT; to += 1) weight += this.weights[to] ?? 0;
      if (weight >= WINDOW_WEIGHT) take(mixed(this.#hashOf(from, to)), from, to);
      weight -= this.weights[from] ?? 0;
      if (this.lines[from] !== this.lines[from - 1]) this.#takeShortLine(from, take);
    }
  }

  #takeShortLine(from: number, take: Take): void {
    let [to, weight] = [from, 0];
    for (; this.lines[to] === this.lines[from] && weight < WINDOW_WEIGHT; to += 1) weight += this.weights[to] ?? 0;
    // Never the same as a window: where a line ends is a part of it.
    if (weight < WINDOW_WEIGHT) take(mixed(~this.#hashOf(from, to)), from, to);
  }

  #hashOf(from: number, to: number): number {
    return ((this.#hashes[to] ?? 0) - Math.imul(this.#hashes[from] ?? 0, POWERS[to - from] ?? 0)) | 0;
  }

  #read(text: string): void {
    let [line, hash, letters, weight] = [0, FNV_START, 0, 0];
    let at = pastMarks(text, 0);
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const kind = KINDS[code] ?? 0;
      at += 1;
      if (kind >= WORD_WEIGHT) {
        hash = Math.imul(hash ^ (LETTERS[code] ?? code), FNV_PRIME);
        letters += 1;
        if (kind > weight) weight = kind;
        continue;
      }
      if (kind === NOTHING) continue;
      const passed = kind === MAY_BEGIN ? passedOver(text, at - 1, code) : 0;
      at += passed;
      // A sign that is written as a name stands within a word.
      if (kind === MAY_BEGIN && (passed === 0 ? code !== LESS : code === AMPERSAND)) continue;
      if (letters > 0) this.#add(hash, weight, letters, line);
      [hash, letters, weight] = [FNV_START, 0, 0];
      if (kind === LINE_END) {
        line += 1;
        at = pastMarks(text, at);
      } else if (kind === WIDE_WEIGHT) this.#add(Math.imul(FNV_START ^ code, FNV_PRIME), kind, WIDE_LETTERS, line);
      else if (kind === UNSPACED_WEIGHT) this.#add(Math.imul(FNV_START ^ code, FNV_PRIME), kind, 1, line);
    }
    if (letters > 0) this.#add(hash, weight, letters, line);
  }

  #add(hash: number, weight: number, letters: number, line: number): void {
    const before = this.#hashes[this.weights.length] ?? 0;
    this.#hashes.push((Math.imul(before, BASE) + mixed(hash)) | 0);
    this.weights.push(weight);
    this.letters.push(letters);
    this.lines.push(line);
  }
}

function pastMarks(text: string, from: number): number {
  LINE_MARKS.lastIndex = from;
  return LINE_MARKS.test(text) ? LINE_MARKS.lastIndex : from;
}

/** How much further a tag, an escaped blank or a sign that is written as a name goes. */
function passedOver(text: string, at: number, code: number): number {
  if (code === BACKSLASH) return ESCAPED_BLANK.test(text.charAt(at + 1)) ? 1 : 0;
  const pattern = code === LESS ? TAG : ENTITY;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at - 1 : 0;
}

function withoutCodes(text: string): string {
  return text
    .replace(COLOUR, '')
    .replace(CODED, (_, json?: string, hex?: string, decimal?: string, letter?: string) => {
      const code = json ?? hex;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return decimal === undefined ? (letter ?? ' ') : String.fromCharCode(Number(decimal));
    });
}

/** Lower case, with accents and other marks apart, which are passed over. */
function plain(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss');
}

function letters(): Uint16Array {
  const table = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  const pairs = [...LATIN_FOR, ['ı', 'i']] as const;
  for (const [letter, latin] of pairs) table[letter.toLowerCase().charCodeAt(0)] = latin.toLowerCase().charCodeAt(0);
  return table;
}

function kinds(): Uint8Array {
  const table = new Uint8Array(0x10000);
  const ranges: readonly (readonly [first: number, last: number, kind: number])[] = [
    [0x30, 0x39, WORD_WEIGHT],
    [0x61, 0x7a, WORD_WEIGHT],
    [0xc0, 0x1fff, WORD_WEIGHT],
    [0x0300, 0x036f, NOTHING],
    [0x0e00, 0x0eff, UNSPACED_WEIGHT],
    [0x1000, 0x109f, UNSPACED_WEIGHT],
    [0x1100, 0x11ff, HANGUL_WEIGHT],
    [0x115f, 0x1160, NOTHING],
    [0x1780, 0x17ff, UNSPACED_WEIGHT],
    [0x180e, 0x180e, NOTHING],
    [0x2c00, 0x2dff, WORD_WEIGHT],
    [0x3040, 0x9fff, WIDE_WEIGHT],
    [0x3099, 0x309a, NOTHING],
    [0xa000, 0xabff, WORD_WEIGHT],
    // First halves of the rarer Han signs.
    [0xd840, 0xd88f, WIDE_WEIGHT],
    [0xfb00, 0xfdff, WORD_WEIGHT],
  ];
  for (const [first, last, kind] of ranges) table.fill(kind, first, last + 1);
  const put = (signs: string, kind: number): void => {
    for (const sign of signs) table[sign.charCodeAt(0)] = kind;
  };
  put('\n\v\f\r\u0085\u2028\u2029', LINE_END);
  put(' \t\u00a0\u3000"`()[]{}>|,;—–…“”„«»、。，；：！？（）「」『』【】《》', WORD_END);
  put('\\<&', MAY_BEGIN);
  return table;
}

function mixed(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x45d9f3b);
  value ^= value >>> 16;
  return value >>> 0;
}

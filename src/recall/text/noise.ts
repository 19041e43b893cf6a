/**
 * What stands in a text but is no language: pasted keys and digests, encoded files, hex dumps, minified code. One such thing
 * may be looked for; thousands of them would only fill the index. Pure.
 */
import { classAt, DIGIT, LOWER, UPPER } from './characters.ts';

/** Shorter ones may well be names: `getV2ApiKey`. */
export const SHORTEST_SCRAMBLE = 16;
/** In encoded data every second character is of another kind than the one before; in names one of five. */
const SCRAMBLE_SHARE = 1 / 3;
/** A line of base64, which is no path. */
const ENCODED = /^[A-Za-z0-9+/]{32,}$/;
/** The columns of a hex dump, or a line of it; what is as long as a commit's id is none. */
const HEX_GROUP = /^(?=.*[0-9])(?=.*[a-f])(?:[0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{41,})$/i;

/** Characters a line may have before it is asked whether it was written by somebody. */
const LONG_LINE = 4_000;
/** Of a long line that was not; its beginning says what it is. */
const READ_OF_DENSE_LINE = 2_000;
/** Of a line of words a sixth is blanks, of minified code and packed data much less. */
const BLANK_SHARE = 1 / 12;
/** Scripts without blanks are not dense, they are written so. */
const ASCII_SHARE = 3 / 4;
const BLANK = 0x20;
const LAST_ASCII = 0x7f;

export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Mixed case and digits without a pattern, as in base64 or a random id. A word of one case is none. */
export function isScramble(word: string): boolean {
  if (word.length < SHORTEST_SCRAMBLE) return false;
  const kinds = LOWER | UPPER | DIGIT;
  let changes = 0;
  let seen = classAt(word, 0) & kinds;
  for (let at = 1; at < word.length; at += 1) {
    const before = classAt(word, at - 1) & kinds;
    const kind = classAt(word, at) & kinds;
    seen |= kind;
    // A capital before small letters is how words begin.
    if (kind !== before && !(before === UPPER && kind === LOWER)) changes += 1;
  }
  return (seen & (LOWER | UPPER)) === (LOWER | UPPER) && changes >= word.length * SCRAMBLE_SHARE;
}

/** Scrambled also across the signs that base64 has. */
export function isEncoded(run: string): boolean {
  return ENCODED.test(run) && isScramble(run.replace(/[+/]/g, ''));
}

export function isHexGroup(run: string): boolean {
  return HEX_GROUP.test(run);
}

/** What is not read of a text: the rest of each long line that nobody wrote. */
export function denseParts(text: string): readonly Gap[] {
  const gaps: Gap[] = [];
  if (text.length <= LONG_LINE) return gaps;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start > LONG_LINE && isDense(text, start, end)) gaps.push({ from: start + READ_OF_DENSE_LINE, to: end });
    start = end + 1;
  }
  return gaps;
}

function isDense(text: string, start: number, end: number): boolean {
  let blanks = 0;
  let ascii = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BLANK) blanks += 1;
    if (code <= LAST_ASCII) ascii += 1;
  }
  const length = end - start;
  return blanks < length * BLANK_SHARE && ascii > length * ASCII_SHARE;
}

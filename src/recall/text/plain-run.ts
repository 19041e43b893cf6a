/**
 * Runs (runs.ts) of the letters and digits of ASCII and the signs between them: most of all there are. They are cut in one
 * walk, without a pattern, into the same pieces that the patterns of run-terms.ts find. Pure.
 */
import { isEncoded, isScramble, SHORTEST_SCRAMBLE } from './noise.ts';

/** With its signs: longer ones are for the patterns. */
const LONGEST_RUN = 64;

export interface PlainPiece {
  readonly text: string;
  readonly offset: number;
  readonly hasDigit: boolean;
}

export interface PlainRun {
  readonly pieces: readonly PlainPiece[];
  /** It is a name rather than a word. */
  readonly isName: boolean;
  /** It has a digit, and no sign. */
  readonly mayBeHex: boolean;
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
/** Between pieces. */
const SIGN = 4;
const DASH = 5;
/** Between pieces of a name. */
const NAME_SIGN = 6;

const KINDS = new Uint8Array(0x80);
const fill = (characters: string, kind: number) => {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
};
fill('abcdefghijklmnopqrstuvwxyz', LOWER);
fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER);
fill('0123456789', DIGIT);
fill('&~', SIGN);
fill('-', DASH);
fill('_/\\:@#$+.', NAME_SIGN);

/** Undefined for what has other characters, apostrophes and commas among them, or is scrambled or too long for a word. */
export function plainRun(run: string): PlainRun | undefined {
  const { length } = run;
  if (length > LONGEST_RUN || isEncoded(run)) return undefined;
  const pieces: PlainPiece[] = [];
  let isNamed = false;
  let hasSign = false;
  let hasDash = false;
  let digits = 0;
  let start = 0;
  let digitsBefore = 0;
  let last = SIGN;
  let wordStart = 0;
  for (let at = 0; at < length; at += 1) {
    const kind = kindAt(run, at);
    if (kind === OTHER) return undefined;
    if (kind >= SIGN) {
      if (at - wordStart >= SHORTEST_SCRAMBLE && isScramble(run.slice(wordStart, at))) return undefined;
      wordStart = at + 1;
      hasSign = true;
      hasDash ||= kind === DASH;
      isNamed ||= kind === NAME_SIGN;
      if (at > start) pieces.push(piece(run, start, at, digits > digitsBefore));
      start = at + 1;
      digitsBefore = digits;
    } else if (kind === DIGIT) digits += 1;
    else if (kind === UPPER && isHump(run, at, last)) {
      isNamed ||= last === LOWER;
      // Two letters that differ in case are no words: "iT".
      if (at - start > 1 || (at + 1 < length && kindAt(run, at + 1) < SIGN)) {
        pieces.push(piece(run, start, at, digits > digitsBefore));
        start = at;
        digitsBefore = digits;
      }
    }
    last = kind;
  }
  if (length - wordStart >= SHORTEST_SCRAMBLE && isScramble(run.slice(wordStart))) return undefined;
  if (length > start) pieces.push(piece(run, start, length, digits > digitsBefore));
  const isFlag = run.startsWith('--');
  return { pieces, isName: isNamed || isFlag || (hasDash && digits > 0), mayBeHex: digits > 0 && !hasSign };
}

/** A capital behind a small letter, and the last of several before one. */
function isHump(run: string, at: number, last: number): boolean {
  return last === LOWER || (last === UPPER && kindAt(run, at + 1) === LOWER);
}

/** A sign behind the end. */
function kindAt(run: string, at: number): number {
  if (at >= run.length) return SIGN;
  const code = run.charCodeAt(at);
  return code < KINDS.length ? (KINDS[code] ?? OTHER) : OTHER;
}

function piece(run: string, start: number, end: number, hasDigit: boolean): PlainPiece {
  return { text: run.slice(start, end), offset: start, hasDigit };
}

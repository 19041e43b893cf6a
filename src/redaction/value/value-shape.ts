/** Counts over a value: the raw material of every judgement about it. */
import { lettersInWords } from './word-likeness.ts';

export interface ValueShape {
  readonly length: number;
  readonly lower: number;
  readonly upper: number;
  readonly digit: number;
  /** Neither letter, digit nor one of `-_./:+=~`, which also stand in names, paths and base64. */
  readonly symbol: number;
  readonly space: number;
  readonly distinct: number;
  /** Steps to the next character code, as in `abcdef` or `123456`. */
  readonly ascending: number;
  /** Steps to the same character. */
  readonly repeated: number;
  /** Changes between letter and digit, or lower and upper case. */
  readonly changes: number;
  readonly wordLetters: number;
}

/** More says nothing new, and a bound keeps many candidates in a long text linear. */
const JUDGED_CHARS = 256;
const PLAIN_SYMBOLS = '-_./:+=~';

export function shapeOf(whole: string): ValueShape {
  const value = whole.length > JUDGED_CHARS ? whole.slice(0, JUDGED_CHARS) : whole;
  let lower = 0;
  let upper = 0;
  let digit = 0;
  let symbol = 0;
  let space = 0;
  let ascending = 0;
  let repeated = 0;
  let changes = 0;
  let previous = 0;
  let previousClass = 0;
  const seen = new Set<number>();
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    let charClass = 0;
    if (code >= 97 && code <= 122) {
      lower++;
      charClass = 1;
    } else if (code >= 65 && code <= 90) {
      upper++;
      charClass = 2;
    } else if (code >= 48 && code <= 57) {
      digit++;
      charClass = 3;
    } else if (code === 32 || (code >= 9 && code <= 13)) space++;
    else if (code >= 0xc0) lower++;
    else if (!PLAIN_SYMBOLS.includes(value.charAt(i))) symbol++;
    if (i > 0) {
      if (code === previous + 1) ascending++;
      if (code === previous) repeated++;
      if (charClass !== previousClass && charClass > 0 && previousClass > 0) changes++;
    }
    seen.add(code);
    previous = code;
    previousClass = charClass;
  }
  return {
    length: value.length,
    lower,
    upper,
    digit,
    symbol,
    space,
    distinct: seen.size,
    ascending,
    repeated,
    changes,
    wordLetters: lettersInWords(value),
  };
}

/** Counts over a value: the raw material of every judgement about it. */
import { remembered } from '../remembered.ts';
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

/** More says nothing new, and a bound keeps many candidates in a long text cheap. */
const JUDGED_CHARS = 96;
const ASCII = 128;
const PLAIN_SYMBOLS = '-_./:+=~';
const FIRST_FOREIGN_LETTER = 0xc0;

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const PLAIN = 5;

let classTable: Uint8Array | undefined;
/** The round in which a character was last seen: counts distinct ones without clearing a set each time. */
const seenIn = new Uint32Array(ASCII);
let round = 0;

function charClasses(): Uint8Array {
  if (classTable) return classTable;
  const table = new Uint8Array(ASCII);
  table.fill(LOWER, 97, 123);
  table.fill(UPPER, 65, 91);
  table.fill(DIGIT, 48, 58);
  table.fill(SPACE, 9, 14);
  table[32] = SPACE;
  for (const symbol of PLAIN_SYMBOLS) table[symbol.charCodeAt(0)] = PLAIN;
  classTable = table;
  return table;
}

export const shapeOf: (whole: string) => ValueShape = remembered(countShape);

function countShape(whole: string): ValueShape {
  const value = whole.length > JUDGED_CHARS ? whole.slice(0, JUDGED_CHARS) : whole;
  const table = charClasses();
  const counts = [0, 0, 0, 0, 0, 0];
  round = (round + 1) >>> 0;
  let distinct = 0;
  let ascending = 0;
  let repeated = 0;
  let changes = 0;
  let previous = 0;
  let previousClass = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    let charClass = 0;
    if (code < ASCII) {
      charClass = table[code] ?? 0;
      if (seenIn[code] !== round) {
        seenIn[code] = round;
        distinct++;
      }
    } else {
      charClass = code >= FIRST_FOREIGN_LETTER ? LOWER : 0;
      distinct++;
    }
    counts[charClass] = (counts[charClass] ?? 0) + 1;
    if (code === previous + 1) ascending++;
    if (code === previous) repeated++;
    if (
      charClass !== previousClass &&
      charClass > 0 &&
      charClass <= DIGIT &&
      previousClass > 0 &&
      previousClass <= DIGIT
    )
      changes++;
    previous = code;
    previousClass = charClass;
  }
  const [symbol = 0, lower = 0, upper = 0, digit = 0, space = 0] = counts;
  return {
    length: value.length,
    lower,
    upper,
    digit,
    symbol,
    space,
    distinct,
    ascending,
    repeated,
    changes,
    wordLetters: lettersInWords(value),
  };
}

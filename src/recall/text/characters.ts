/**
 * What each character is to the tokeniser, as bits, by UTF-16 code unit. Both halves of a surrogate pair are what their
 * character is; a lone half separates words. A table, filled as characters are met: a Unicode pattern per character would
 * cost more than all else.
 */

export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
/** Letters without case. */
const OTHER_LETTER = 8;
/** Part of a word it follows: `_ $ @ '`. */
export const WITHIN = 16;
/** Part of a word when another character of the word follows: `- . / \ : # + , &`. */
export const BETWEEN = 32;
/** Part of the character before it. */
export const MARK = 64;
/** May open a name: `_ $ @ # ~ - .`. */
export const OPENER = 128;
/** Looked up, so that a known separator differs from what is not known yet. */
const KNOWN = 256;

export const LETTER = LOWER | UPPER | OTHER_LETTER;
export const ALPHANUMERIC = LETTER | DIGIT;

const PROPERTIES: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, LOWER],
  [/\p{Lu}/u, UPPER],
  [/\p{N}/u, DIGIT],
  [/\p{Lt}|\p{Lm}|\p{Lo}/u, OTHER_LETTER],
  [/\p{M}/u, MARK],
  // With the typographic apostrophe and the invisible joiners of Persian and Hindi.
  [/[_$@'’\u200c\u200d]/u, WITHIN],
  [/[-./\\:#+,&]/u, BETWEEN],
  [/[_$@#~\-.]/u, OPENER],
];

/** Both halves of a surrogate pair begin so. */
const SURROGATE = 0xd800;
const SURROGATE_BITS = 0xf800;
const FIRST_LOW_SURROGATE = 0xdc00;

const table = new Uint16Array(0x1_0000);

/** The bits of the character at a place; 0 behind the end. */
export function classAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  if ((code & SURROGATE_BITS) === SURROGATE) return classOfHalf(text, at);
  return table[code] || learned(code);
}

function learned(code: number): number {
  const bits = classOf(String.fromCharCode(code));
  table[code] = bits;
  return bits;
}

function classOfHalf(text: string, at: number): number {
  const isSecond = text.charCodeAt(at) >= FIRST_LOW_SURROGATE;
  const character = String.fromCodePoint(text.codePointAt(isSecond ? Math.max(0, at - 1) : at) ?? 0);
  return character.length === 2 ? classOf(character) : KNOWN;
}

function classOf(character: string): number {
  return PROPERTIES.reduce((bits, [pattern, bit]) => (pattern.test(character) ? bits | bit : bits), KNOWN);
}

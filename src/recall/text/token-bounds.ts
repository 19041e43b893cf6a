/**
 * Where in a text something stands that may be one word, identifier, path or code. A run holds no blanks; signs are part of it
 * only between its characters, but for the few that open or close a name: `@scope/pkg`, `#12`, `--flag`, `.env`, `C++`, `C#`.
 * Pure; each character is looked at a constant number of times.
 */
import { ALPHANUMERIC, BETWEEN, classAt, LETTER, MARK, OPENER, WITHIN } from './characters.ts';

const DASH = 0x2d;
const DOT = 0x2e;
const HASH = 0x23;
const PLUS = 0x2b;
const UNDERSCORE = 0x5f;
const OPENING_BRACKET = 0x28;
/** Signs that open a name, those that are part of one so opened, and those that may stand between its characters. */
const OPENING = '_$@#~';
const IN_OPENED = '_$';
const BETWEEN_OPENED = '-./\\:';
/** Before a flag or a file that begins with a dot; behind a word or a bracket these signs mean something else. */
const BEFORE_SIGN = /[\s"'`([{=,:;|/\\]/;

/** The end of the run that begins at a place, or the place itself when none does. */
export function runEnd(text: string, at: number): number {
  const bits = classAt(text, at);
  if ((bits & ALPHANUMERIC) !== 0) return closed(text, wordEnd(text, at + 1));
  if ((bits & OPENER) === 0) return at;
  const code = text.charCodeAt(at);
  if (code === DASH) return flagEnd(text, at);
  return code === DOT ? dottedEnd(text, at) : openedEnd(text, at);
}

function wordEnd(text: string, from: number): number {
  let at = from;
  for (; ; at += 1) {
    const bits = classAt(text, at);
    if ((bits & (ALPHANUMERIC | MARK | WITHIN)) !== 0) continue;
    if ((bits & BETWEEN) === 0 || !continues(text, at + 1)) return at;
  }
}

function continues(text: string, at: number): boolean {
  return (classAt(text, at) & ALPHANUMERIC) !== 0 || text.charCodeAt(at) === UNDERSCORE;
}

/** `C++` and `C#` end with their signs. */
function closed(text: string, end: number): number {
  const code = text.charCodeAt(end);
  if (code === HASH) return end + 1;
  return code === PLUS && text.charCodeAt(end + 1) === PLUS ? end + 2 : end;
}

function openedEnd(text: string, start: number): number {
  // Only the first of several signs opens: a row of them would be read again and again.
  if (isOneOf(OPENING, text, start - 1)) return start;
  let at = start + 1;
  while (isOneOf(OPENING, text, at)) at += 1;
  if ((classAt(text, at) & ALPHANUMERIC) === 0) return start;
  for (; ; at += 1) {
    if ((classAt(text, at) & (ALPHANUMERIC | MARK)) !== 0 || isOneOf(IN_OPENED, text, at)) continue;
    if (!isOneOf(BETWEEN_OPENED, text, at) || !continues(text, at + 1)) return at;
  }
}

function isOneOf(signs: string, text: string, at: number): boolean {
  return at >= 0 && at < text.length && signs.includes(text.charAt(at));
}

function flagEnd(text: string, at: number): number {
  const isFlag = text.charCodeAt(at + 1) === DASH && (classAt(text, at + 2) & LETTER) !== 0 && standsAlone(text, at);
  return isFlag ? wordEnd(text, at + 3) : at;
}

/** `.NET`, `.env`; a call on a line of its own, `.then(`, is none. */
function dottedEnd(text: string, at: number): number {
  if ((classAt(text, at + 1) & LETTER) === 0 || !standsAlone(text, at)) return at;
  const end = wordEnd(text, at + 2);
  return text.charCodeAt(end) === OPENING_BRACKET ? at : end;
}

function standsAlone(text: string, at: number): boolean {
  return at === 0 || BEFORE_SIGN.test(text.charAt(at - 1));
}

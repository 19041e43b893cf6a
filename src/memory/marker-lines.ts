/**
 * Marker lines of a text that is not kept whole, so that an agent that repeats one is found out all the same (C-066). What
 * is kept are short digests, one for each word a line could end with: who repeats a line may leave out its end.
 *
 * Limits: a line that is wrapped is known by its first part; from the fortieth word on nothing is compared. When there is
 * more than is kept, that alone is: then everything counts as repeated.
 */
import { createHash } from 'node:crypto';
import { unmasked } from './unmask.ts';

/** Where a record keeps them. */
export const MARKER_LINES = 'marker_lines';
/** There was more. */
export const TOO_MANY = '*';

const MOST_LINES = 200;
const MOST_DIGESTS = 2_000;
/** Names and text of the longest marker, and what may be hidden between its letters. */
const LINE_CHARS = 1_000;
/** Kind, label and one word. */
const FEWEST_WORDS = 3;
const MOST_WORDS = 40;
const DIGEST_CHARS = 10;
const BEGINNING = /\[(?:MEMORY|EVENT|COOLDOWN):/gi;
const LINE_END = /[\r\n]/;
const NOT_WORDS = /[^\p{L}\p{N}]+/u;

/** Each from its bracket on, once; at most one more than are looked at. */
export function markerLinesIn(text: string): readonly string[] {
  const lines = new Set<string>();
  for (const { index } of text.matchAll(BEGINNING)) {
    const [line = ''] = text.slice(index, index + LINE_CHARS).split(LINE_END, 1);
    lines.add(line.toWellFormed());
    if (lines.size > MOST_LINES) break;
  }
  return [...lines];
}

/** Empty when the text has no such line. */
export function markerDigests(text: string): string {
  const lines = markerLinesIn(text);
  if (lines.length > MOST_LINES) return TOO_MANY;
  const digests = new Set(lines.flatMap(endings));
  return digests.size > MOST_DIGESTS ? TOO_MANY : [...digests].join(' ');
}

/** Of a whole line, which may have been cut off within a word. */
export function lineDigest(line: string): string {
  const words = wordsOf(line);
  return digestOf((line.endsWith('…') ? words.slice(0, -1) : words).slice(0, MOST_WORDS));
}

function endings(line: string): readonly string[] {
  const words = wordsOf(line).slice(0, MOST_WORDS);
  return words.slice(FEWEST_WORDS - 1).map((_, at) => digestOf(words.slice(0, at + FEWEST_WORDS)));
}

function wordsOf(line: string): readonly string[] {
  return unmasked(line).toLowerCase().split(NOT_WORDS).filter(Boolean);
}

function digestOf(words: readonly string[]): string {
  return createHash('sha256').update(words.join('')).digest('base64url').slice(0, DIGEST_CHARS);
}

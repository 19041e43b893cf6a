/**
 * How much of a text is kept. A person's prompt and the agent's answers are kept whole; what tools take and give is
 * cut to head and tail, with the full length and a keyed hash, because outputs repeat files that are on disk anyway.
 *
 * Cutting happens twice around redaction: first generously (so that a 100 MB output costs no redaction time), then to
 * the final size. What stood next to the first cut, where a secret could have been halved unseen, is always dropped;
 * the cut is found again by a note that only the holder of the key can write. Until then the text's marker lines stand behind
 * the note, so that they are redacted and looked at, wherever they stood.
 */
import { createHmac } from 'node:crypto';
import { markerLinesIn } from '../memory/marker-lines.ts';
import { hidePrivate } from '../redaction/private-text.ts';

/** Characters kept from the start and from the end of what a tool takes or gives. */
const HEAD_CHARS = 12_000;
const TAIL_CHARS = 4_000;
/** Longer than any single secret the redactor knows (a PEM block of 4096 bits has about 3,300 characters). */
const MARGIN_CHARS = 8_000;
/** A text a little over the limit is not worth a note. */
const SLACK_CHARS = 200;

const NOTE = /\n\[… \d+ of (\d+) characters left out(?:, marker lines: (\d+))?, ([0-9a-f]{16})-([0-9a-f]{8}) …\]\n/g;

/** What is worth redacting of a text that `finalCut` will shorten later. A private passage goes first, while both its tags are there. */
export function roughCut(whole: string, key: string, keep: 'ends' | 'note' = 'ends'): string {
  const text = hidePrivate(whole);
  const head = keep === 'note' ? 0 : HEAD_CHARS + MARGIN_CHARS;
  const tail = keep === 'note' ? 0 : TAIL_CHARS + MARGIN_CHARS;
  if (text.length <= head + tail + SLACK_CHARS) return text;
  const kept = { head: text.slice(0, head), tail: tail === 0 ? '' : text.slice(-tail), lines: markerLinesIn(text) };
  return joined(kept, { length: text.length, hash: keyed(key, text, 16) }, key);
}

/** Head, a note of what is missing, tail. The note speaks of the text as it was before the rough cut. */
export function finalCut(text: string, key: string): string {
  const rough = roughNote(text, key);
  if (rough !== undefined) {
    const head = text.slice(0, rough.start).slice(0, -MARGIN_CHARS).slice(0, HEAD_CHARS);
    const tail = withoutLines(text.slice(rough.end), rough.lines).slice(MARGIN_CHARS).slice(-TAIL_CHARS);
    return joined({ head, tail }, rough, key);
  }
  if (text.length <= HEAD_CHARS + TAIL_CHARS + SLACK_CHARS) return text;
  const kept = { head: text.slice(0, HEAD_CHARS), tail: text.slice(-TAIL_CHARS) };
  return joined(kept, { length: text.length, hash: keyed(key, text, 16) }, key);
}

interface Whole {
  readonly length: number;
  /** Keyed, so that the hash of a guessable output cannot be looked up. */
  readonly hash: string;
}

interface Note extends Whole {
  /** Of markers, behind it. */
  readonly lines: number;
  readonly start: number;
  readonly end: number;
}

interface Kept {
  readonly head: string;
  readonly tail: string;
  readonly lines?: readonly string[];
}

function joined({ head, tail, lines = [] }: Kept, { length, hash }: Whole, key: string): string {
  const left = length - head.length - tail.length;
  const told = lines.length === 0 ? '' : `, marker lines: ${lines.length}`;
  const note = `[… ${left} of ${length} characters left out${told}, ${hash}-${seal(length, hash, lines.length, key)} …]`;
  return [head, note, ...lines, tail].join('\n').toWellFormed();
}

/** The note of a rough cut; one that a tool's output made up does not carry the seal. */
function roughNote(text: string, key: string): Note | undefined {
  for (const { 0: note, 1: chars = '', 2: many = '0', 3: hash = '', 4: given, index } of text.matchAll(NOTE)) {
    const [length, lines] = [Number(chars), Number(many)];
    if (seal(length, hash, lines, key) === given)
      return { length, hash, lines, start: index, end: index + note.length };
  }
  return undefined;
}

function withoutLines(text: string, count: number): string {
  return text.split('\n').slice(count).join('\n');
}

function seal(length: number, hash: string, lines: number, key: string): string {
  return keyed(key, `cut:${length}:${hash}:${lines}`, 8);
}

function keyed(key: string, text: string, digits: number): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, digits);
}

/**
 * How much of a text is kept. A person's prompt and the agent's answers are kept whole; what tools take and give is
 * cut to head and tail, with the full length and a keyed hash, because outputs repeat files that are on disk anyway.
 *
 * Cutting happens twice around redaction: first generously (so that a 100 MB output costs no redaction time), then to
 * the final size. The margin between the two is where a secret could have been cut in half unseen, and it is dropped.
 */
import { createHmac } from 'node:crypto';

/** Characters kept from the start and from the end of what a tool takes or gives. */
const HEAD_CHARS = 12_000;
const TAIL_CHARS = 4_000;
/** Longer than any single secret the redactor knows (a PEM block of 4096 bits has about 3,300 characters). */
const MARGIN_CHARS = 8_000;

const NOTE = /\[… \d+ of (\d+) characters left out, ([0-9a-f]{16}) …\]/;

/** What is worth redacting of a text that `finalCut` will shorten later. */
export function roughCut(text: string, key: string): string {
  return cut(text, HEAD_CHARS + MARGIN_CHARS, TAIL_CHARS + MARGIN_CHARS, key);
}

/** Head, a note of what is missing, tail. The note speaks of the text as it was before the rough cut. */
export function finalCut(text: string, key: string): string {
  return cut(text, HEAD_CHARS, TAIL_CHARS, key);
}

function cut(text: string, head: number, tail: number, key: string): string {
  if (text.length <= head + tail + 200) return text;
  const earlier = NOTE.exec(text);
  const length = earlier === null ? text.length : Number(earlier[1]);
  // Keyed, so that the hash of a guessable output cannot be looked up.
  const hash = earlier?.[2] ?? createHmac('sha256', key).update(text).digest('hex').slice(0, 16);
  const note = `[… ${length - head - tail} of ${length} characters left out, ${hash} …]`;
  return `${text.slice(0, head)}\n${note}\n${text.slice(-tail)}`.toWellFormed();
}

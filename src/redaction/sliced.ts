/**
 * Redacts a large text slice by slice (RED-8), so that no rule ever holds all of it. Every slice is read with an overlap
 * on both sides and answers only for what begins in it. Gives what redacting the whole gives, as long as a secret with
 * what names it is shorter than the overlap; a longer one that reaches the edge is read again with a wider edge.
 */
import type { Finding, Redacted, Redactor } from './finding.ts';
import { placeholderPattern } from './placeholder.ts';

export interface SliceOptions {
  readonly sliceChars?: number;
  readonly overlapChars?: number;
}

interface Replacement extends Finding {
  readonly placeholder: string;
}

const SLICE_CHARS = 64 * 1024;
const OVERLAP_CHARS = 4 * 1024;
/** 64 KB of overlap hold the longest private key several times over. */
const MOST_WIDENINGS = 4;

export function redactInSlices(redactor: Redactor, text: string, options: SliceOptions = {}): Redacted {
  const sliceChars = options.sliceChars ?? SLICE_CHARS;
  const overlapChars = options.overlapChars ?? OVERLAP_CHARS;
  if (text.length <= sliceChars) return redactor.redact(text);
  const pieces: string[] = [];
  const findings: Finding[] = [];
  let copied = 0;
  for (let start = 0; start < text.length; start += sliceChars) {
    for (const replacement of readSlice(redactor, text, start, start + sliceChars, overlapChars)) {
      const from = Math.max(replacement.start, copied);
      if (replacement.start >= start + sliceChars || replacement.end <= from || replacement.end <= start) continue;
      pieces.push(text.slice(copied, from), replacement.placeholder);
      findings.push({ kind: replacement.kind, start: from, end: replacement.end });
      copied = replacement.end;
    }
  }
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), findings };
}

function readSlice(redactor: Redactor, text: string, start: number, end: number, overlapChars: number): Replacement[] {
  const from = Math.max(0, start - overlapChars);
  let reach = Math.min(text.length, end + overlapChars);
  for (let widening = 0; ; widening++) {
    const window = text.slice(from, reach);
    const redacted = redactor.redact(window);
    const last = redacted.findings.at(-1);
    const cutOff = last !== undefined && last.end === window.length && from + last.start < end && reach < text.length;
    if (!cutOff || widening === MOST_WIDENINGS) return replacementsOf(redacted, from);
    reach = Math.min(text.length, reach + overlapChars * 2 ** (widening + 1));
  }
}

/** Reads the placeholders out of the redacted text; between them it equals the original. */
function replacementsOf(redacted: Redacted, offset: number): Replacement[] {
  let shift = 0;
  return redacted.findings.map(({ kind, start, end }) => {
    const pattern = placeholderPattern();
    pattern.lastIndex = start + shift;
    const placeholder = pattern.exec(redacted.text)?.[0] ?? '';
    shift += placeholder.length - (end - start);
    return { kind, start: offset + start, end: offset + end, placeholder };
  });
}

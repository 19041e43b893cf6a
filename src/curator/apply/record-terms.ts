/**
 * A record of a batch as evidence is looked up in it: its words at large, and close together. What stands close together
 * was said there; the words of a long output taken one by one say almost anything.
 */

import type { StoredRecord } from '../../memory/record.ts';
import { termsOf } from '../../memory/similarity.ts';
import { tierOf } from '../../memory/trust.ts';
import { piecesOf } from '../../text/sentence-ends.ts';

/** Very long records are compared by their beginning and end: what is worth learning is not in the middle of a log. */
const COMPARED_CHARS = 20_000;
/** Sentences or lines that are read together. */
const WINDOW = 3;
/** What parts an output beside sentences: a line end as JSON writes it, a semicolon. */
const OUTPUT_PART = /\\n|;(?=\s)/;

/** Words a curator puts around a wish; that an output has them too means nothing. */
export const FRAME: ReadonlySet<string> = termsOf(
  'prefers likes asks requests expects needs project repository codebase code',
);

export class BatchRecord {
  readonly record: StoredRecord;
  readonly terms: ReadonlySet<string>;
  /** In which segments a term stands. */
  readonly #places = new Map<string, number[]>();

  constructor(record: StoredRecord) {
    this.record = record;
    for (const [at, segment] of segmentsOf(record).entries())
      for (const term of termsOf(segment)) {
        const places = this.#places.get(term);
        if (places === undefined) this.#places.set(term, [at]);
        else places.push(at);
      }
    this.terms = new Set([...this.#places.keys(), ...termsOf(record.path ?? '')]);
  }

  get isFromOutside(): boolean {
    return tierOf(this.record.source) === 'tool';
  }

  /** Said by the agent, or put by it into a file: its words may be anybody's. */
  get isRetold(): boolean {
    return this.record.source === 'assistant' && !isDeed(this.record);
  }

  /** Whether some close part of it holds at least this share of the terms. */
  holdsTogether(terms: ReadonlySet<string>, share: number): boolean {
    return this.#windows(terms).some((window) => window.size >= terms.size * share);
  }

  /** Whether some close part of it holds the term beside another of all: then they hardly met by chance. */
  bringsIn(term: string, all: ReadonlySet<string>): boolean {
    return this.#places.has(term) && this.#windows(all).some((window) => window.has(term) && window.size > 1);
  }

  /** The terms that stand close together, from each segment on that has one of them. */
  #windows(terms: ReadonlySet<string>): readonly ReadonlySet<string>[] {
    const held = new Map<number, string[]>();
    for (const term of terms)
      for (const at of this.#places.get(term) ?? []) held.set(at, [...(held.get(at) ?? []), term]);
    return [...held.keys()].map((start) => {
      const window = new Set<string>();
      for (let at = start; at < start + WINDOW; at += 1) for (const term of held.get(at) ?? []) window.add(term);
      return window;
    });
  }
}

export function isTyped({ record }: BatchRecord): boolean {
  return tierOf(record.source) === 'user';
}

/** A command that was seen to be run: it stands for itself. */
export function isDeed({ source, type, path, tool }: StoredRecord): boolean {
  return source === 'assistant' && type === 'tool_use' && path === null && tool?.startsWith('mcp__') !== true;
}

function segmentsOf({ content }: StoredRecord): readonly string[] {
  const half = COMPARED_CHARS / 2;
  const read = content.length <= COMPARED_CHARS ? content : `${content.slice(0, half)}\n${content.slice(-half)}`;
  return piecesOf(read).flatMap((piece) => piece.split(OUTPUT_PART));
}

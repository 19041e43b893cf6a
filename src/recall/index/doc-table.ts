/**
 * What is known of each passage besides its words, as columns of numbers: 1M passages are 25 MB and a filter is a loop.
 * Passages are numbered in the order they came, space by space; a record's passages follow each other.
 * On disk the columns are cut into chunks of fixed size, so that news touch only the last one.
 */
import { RECORD_TYPES, type RecordType } from '../../memory/record.ts';

export const CHUNK_DOCS = 1_024;
/** Bytes per passage over all columns. */
const DOC_BYTES = 25;
export const CHUNK_BYTES = CHUNK_DOCS * DOC_BYTES;

const TYPE_MASK = 0x0f;
const FACT = RECORD_TYPES.length;
const PROMPT = RECORD_TYPES.indexOf('prompt');
const AGENT = RECORD_TYPES.indexOf('assistant');
const FIRST = 0x10;
const GONE = 0x20;
/** What its record is like (`Trait`) goes above the rest. */
const TRAIT_SHIFT = 8;
const LONGEST = 0xffff;
const MOST_HEAD_WORDS = 0xff;

export interface Doc {
  /** A record's place in the journal, or the number of a fact. */
  readonly source: number;
  readonly type: RecordType | 'fact';
  /** Milliseconds since the epoch; kept to the second. */
  readonly ts: number;
  /** Its session's number; 0 for none. */
  readonly session: number;
  /** The first passage of the record said before it in its session. */
  readonly previous: number | undefined;
  /** Where it begins in its text, in UTF-16 units. */
  readonly start: number;
  /** How many words it has. */
  readonly words: number;
  /** How many words the head of its record has: what its neighbours are told of it. First passages only. */
  readonly headWords: number;
  /** The first passage of its record. */
  readonly isFirst: boolean;
  /** What its record is like: see `traitsOf`. */
  readonly traits: number;
}

export class DocTable {
  source = new Uint32Array(CHUNK_DOCS);
  seconds = new Uint32Array(CHUNK_DOCS);
  session = new Uint32Array(CHUNK_DOCS);
  /** One more than the number; 0 for none. */
  previous = new Uint32Array(CHUNK_DOCS);
  start = new Uint32Array(CHUNK_DOCS);
  words = new Uint16Array(CHUNK_DOCS);
  headWords = new Uint8Array(CHUNK_DOCS);
  flags = new Uint16Array(CHUNK_DOCS);
  count = 0;

  push(doc: Doc): number {
    this.#reserve(this.count + 1);
    const at = this.count;
    this.source[at] = doc.source;
    this.seconds[at] = Math.max(0, Math.min(0xffffffff, Math.floor(doc.ts / 1000)));
    this.session[at] = doc.session;
    this.previous[at] = doc.previous === undefined ? 0 : doc.previous + 1;
    this.start[at] = doc.start;
    this.words[at] = Math.min(doc.words, LONGEST);
    this.headWords[at] = Math.min(doc.headWords, MOST_HEAD_WORDS);
    const type = doc.type === 'fact' ? FACT : RECORD_TYPES.indexOf(doc.type);
    this.flags[at] = type | (doc.isFirst ? FIRST : 0) | (doc.traits << TRAIT_SHIFT);
    this.count += 1;
    return at;
  }

  isGone(doc: number): boolean {
    return ((this.flags[doc] ?? GONE) & GONE) !== 0;
  }

  isFirst(doc: number): boolean {
    return ((this.flags[doc] ?? 0) & FIRST) !== 0;
  }

  isFact(doc: number): boolean {
    return ((this.flags[doc] ?? 0) & TYPE_MASK) === FACT;
  }

  /** Said by the person or the agent. */
  isSaid(doc: number): boolean {
    const type = (this.flags[doc] ?? 0) & TYPE_MASK;
    return type === PROMPT || type === AGENT;
  }

  isOfAgent(doc: number): boolean {
    return ((this.flags[doc] ?? 0) & TYPE_MASK) === AGENT;
  }

  has(doc: number, trait: number): boolean {
    return ((this.flags[doc] ?? 0) & (trait << TRAIT_SHIFT)) !== 0;
  }

  type(doc: number): RecordType | 'fact' {
    return RECORD_TYPES[(this.flags[doc] ?? 0) & TYPE_MASK] ?? 'fact';
  }

  /** Its words no longer count; the number stays taken. */
  remove(doc: number): void {
    this.flags[doc] = (this.flags[doc] ?? 0) | GONE;
    this.source[doc] = 0;
    this.words[doc] = 0;
    this.headWords[doc] = 0;
  }

  /** The first passage of the record this one belongs to. */
  firstOf(doc: number): number {
    let first = doc;
    while (first > 0 && !this.isFirst(first)) first -= 1;
    return first;
  }

  chunk(number: number): Uint8Array {
    const start = number * CHUNK_DOCS;
    const end = start + CHUNK_DOCS;
    this.#reserve(end);
    const data = new Uint8Array(CHUNK_BYTES);
    let at = 0;
    for (const column of this.#columns()) {
      const part = column.subarray(start, end);
      data.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
      at += part.byteLength;
    }
    return data;
  }

  /** `count` is how many passages there are in all from now on. */
  load(number: number, data: Uint8Array, count: number): void {
    const start = number * CHUNK_DOCS;
    this.#reserve(start + CHUNK_DOCS);
    let at = 0;
    for (const column of this.#columns()) {
      const bytes = CHUNK_DOCS * column.BYTES_PER_ELEMENT;
      new Uint8Array(column.buffer, column.byteOffset + start * column.BYTES_PER_ELEMENT, bytes).set(
        data.subarray(at, at + bytes),
      );
      at += bytes;
    }
    this.count = count;
  }

  #columns() {
    return [
      this.source,
      this.seconds,
      this.session,
      this.previous,
      this.start,
      this.words,
      this.headWords,
      this.flags,
    ] as const;
  }

  #reserve(count: number): void {
    if (count <= this.source.length) return;
    // A quarter more: doubling a million would double the memory for nothing.
    const room = Math.ceil(Math.max(count, this.source.length * 1.25) / CHUNK_DOCS) * CHUNK_DOCS;
    this.source = grown(this.source, new Uint32Array(room));
    this.seconds = grown(this.seconds, new Uint32Array(room));
    this.session = grown(this.session, new Uint32Array(room));
    this.previous = grown(this.previous, new Uint32Array(room));
    this.start = grown(this.start, new Uint32Array(room));
    this.words = grown(this.words, new Uint16Array(room));
    this.headWords = grown(this.headWords, new Uint8Array(room));
    this.flags = grown(this.flags, new Uint16Array(room));
  }
}

function grown<Column extends Uint32Array | Uint16Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

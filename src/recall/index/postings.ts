/**
 * Where a word stands, packed: for each passage, in rising order, the distance from the one before (a varint) and one byte
 * with how often the word is in the passage (low half) and in the head of its record (high half, first passages only).
 * Counts stop at 15: what is said more often than that is not more relevant.
 *
 * A list is one chain: a piece of it can be decoded only after the pieces before it.
 */

const COUNT_LIMIT = 15;
const HEAD_SHIFT = 4;
const FIRST_ROOM = 1_024;

export function packCounts(inPassage: number, inHead: number): number {
  return Math.min(inPassage, COUNT_LIMIT) | (Math.min(inHead, COUNT_LIMIT) << HEAD_SHIFT);
}

export function inPassage(packed: number): number {
  return packed & COUNT_LIMIT;
}

export function inHead(packed: number): number {
  return packed >> HEAD_SHIFT;
}

/** Postings as they are read: parallel arrays that grow and are used again. */
export class PostingList {
  docs: Uint32Array;
  counts: Uint8Array;
  length = 0;
  /** Where the piece that was decoded last has ended. */
  #last = -1;

  constructor(room = FIRST_ROOM) {
    this.docs = new Uint32Array(room);
    this.counts = new Uint8Array(room);
  }

  clear(): void {
    this.length = 0;
    this.#last = -1;
  }

  /** Appends what is encoded, which goes on where the last piece ended; with marks, only passages that have one. */
  decode(data: Uint8Array, marks?: Uint8Array): void {
    if (marks === undefined) this.#decodeAll(data);
    else this.#decodeMarked(data, marks);
  }

  #decodeAll(data: Uint8Array): void {
    // A posting is at least two bytes.
    this.#reserve(this.length + (data.length >> 1));
    const { docs, counts } = this;
    let length = this.length;
    let doc = this.#last;
    let at = 0;
    while (at < data.length) {
      let byte = data[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = data[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      doc += distance;
      docs[length] = doc;
      counts[length] = data[at++] ?? 0;
      length += 1;
    }
    this.length = length;
    this.#last = doc;
  }

  /** This is the loop that common words go through: it writes down next to nothing. */
  #decodeMarked(data: Uint8Array, marks: Uint8Array): void {
    const end = data.length;
    let doc = this.#last;
    let at = 0;
    while (at < end) {
      let byte = data[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = data[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      doc += distance;
      if (marks[doc] !== 0) this.push(doc, data[at] ?? 0);
      at += 1;
    }
    this.#last = doc;
  }

  push(doc: number, counts: number): void {
    this.#reserve(this.length + 1);
    this.docs[this.length] = doc;
    this.counts[this.length] = counts;
    this.length += 1;
    this.#last = doc;
  }

  /** From a place on; `before` is the doc that comes before it in the chain, -1 for none. */
  encode(before: number, from = 0): Uint8Array {
    // A distance takes five bytes at most.
    const data = new Uint8Array((this.length - from) * 6);
    let previous = before;
    let at = 0;
    for (let index = from; index < this.length; index += 1) {
      const doc = this.docs[index] ?? 0;
      let distance = doc - previous;
      while (distance >= 0x80) {
        data[at++] = (distance & 0x7f) | 0x80;
        distance >>>= 7;
      }
      data[at++] = distance;
      data[at++] = this.counts[index] ?? 0;
      previous = doc;
    }
    return data.subarray(0, at);
  }

  #reserve(length: number): void {
    if (length <= this.docs.length) return;
    const room = Math.max(length, this.docs.length * 2);
    const docs = new Uint32Array(room);
    const counts = new Uint8Array(room);
    docs.set(this.docs);
    counts.set(this.counts);
    this.docs = docs;
    this.counts = counts;
  }
}

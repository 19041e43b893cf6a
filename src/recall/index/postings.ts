/**
 * Where a word stands, packed: for each passage, in rising order, the distance from the one before, and how often the word is
 * in the passage (low half of a byte) and in the head of its record (high half, first passages only). Counts stop at 15: what
 * is said more often than that is not more relevant.
 *
 * The first byte of a posting holds six bits of the distance, whether more of it follows (seven bits in each byte), and whether
 * a byte of counts comes after it. There is none for what is said once, in the head: most words of most passages.
 *
 * A list is one chain: a piece of it can be decoded only after the pieces before it.
 */

const COUNT_LIMIT = 15;
const HEAD_SHIFT = 4;
const FIRST_ROOM = 1_024;
const MORE = 0x80;
const COUNTED = 0x40;
const FIRST_BITS = 6;
const BITS = 7;
const LOW_FIRST = 0x3f;
const LOW = 0x7f;
const ONCE = packCounts(1, 1);

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
    // A posting is at least one byte.
    this.#reserve(this.length + data.length);
    const { docs, counts } = this;
    let length = this.length;
    let doc = this.#last;
    let at = 0;
    while (at < data.length) {
      const first = data[at++] ?? 0;
      doc += first & LOW_FIRST;
      for (let byte = first, shift = FIRST_BITS; byte >= MORE; shift += BITS) {
        byte = data[at++] ?? 0;
        doc += (byte & LOW) << shift;
      }
      docs[length] = doc;
      counts[length] = (first & COUNTED) === 0 ? ONCE : (data[at++] ?? 0);
      length += 1;
    }
    this.length = length;
    this.#last = doc;
  }

  /**
   * This is the loop that common words go through: it writes down next to nothing, and asks next to nothing, because what a
   * processor guesses wrong takes longer than all the rest.
   */
  #decodeMarked(data: Uint8Array, marks: Uint8Array): void {
    const end = data.length;
    let doc = this.#last;
    let at = 0;
    while (at < end) {
      const first = data[at++] ?? 0;
      doc += first & LOW_FIRST;
      if (first >= MORE) {
        let byte = data[at++] ?? 0;
        doc += (byte & LOW) << FIRST_BITS;
        for (let shift = FIRST_BITS + BITS; byte >= MORE; shift += BITS) {
          byte = data[at++] ?? 0;
          doc += (byte & LOW) << shift;
        }
      }
      if (marks[doc] !== 0) this.push(doc, (first & COUNTED) === 0 ? ONCE : (data[at] ?? 0));
      at += (first & COUNTED) >> FIRST_BITS;
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
      const counts = this.counts[index] ?? 0;
      const distance = doc - previous;
      let rest = distance >>> FIRST_BITS;
      data[at++] = (distance & LOW_FIRST) | (counts === ONCE ? 0 : COUNTED) | (rest === 0 ? 0 : MORE);
      for (; rest > 0; rest >>>= BITS) data[at++] = (rest & LOW) | (rest > LOW ? MORE : 0);
      if (counts !== ONCE) data[at++] = counts;
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

/** Where the posting at this place ends. */
export function endOfPosting(data: Uint8Array, at: number): number {
  let end = at;
  while ((data[end] ?? 0) >= MORE) end += 1;
  return end + (((data[at] ?? 0) & COUNTED) === 0 ? 1 : 2);
}

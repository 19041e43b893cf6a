/**
 * One space as a search sees it: the columns of its passages and what follows from them: who said what next, how long
 * sessions are, and how long a passage counts together with what its neighbours lend it.
 */

import { type Chain, FROM_SECOND_PREVIOUS, lentBack, lentOn } from './context-terms.ts';
import { CHUNK_DOCS, DocTable } from './doc-table.ts';

const NONE = 0xffffffff;

export class SpaceView implements Chain {
  readonly num: number;
  /** A space id; empty for the user scope. */
  readonly id: string;
  readonly docs = new DocTable();
  /** The first passage of what was said after it; for first passages of what was said. */
  #next = new Uint32Array(0);
  /** Words of a passage and, in part, of its neighbours' heads. */
  lengths = new Float32Array(0);
  sessionWords = new Float64Array(1);
  sessions = 0;
  /** Passages that are not gone, and the sum of their lengths. */
  liveDocs = 0;
  totalLength = 0;
  totalWords = 0;
  /** Records and facts that are not gone. */
  liveRecords = 0;
  /** When the newest of them was said. */
  newestSeconds = 0;
  removals = 0;

  constructor(num: number, id: string) {
    this.num = num;
    this.id = id;
  }

  /** The chunk from which on the columns must be read again; undefined when nothing has changed. */
  staleFrom(row: { readonly docs: number; readonly removals: number }): number | undefined {
    if (row.removals !== this.removals) return 0;
    return row.docs === this.docs.count ? undefined : Math.floor(this.docs.count / CHUNK_DOCS);
  }

  refresh(
    row: { readonly docs: number; readonly sessions: number; readonly removals: number },
    chunks: Iterable<{ readonly chunk: number; readonly data: Uint8Array }>,
  ): void {
    const isAnew = row.removals !== this.removals;
    const from = isAnew ? 0 : this.docs.count;
    for (const { chunk, data } of chunks) this.docs.load(chunk, data, row.docs);
    this.docs.count = row.docs;
    this.removals = row.removals;
    this.sessions = row.sessions;
    this.#reserve();
    if (isAnew) {
      this.liveDocs = 0;
      this.totalLength = 0;
      this.totalWords = 0;
      this.liveRecords = 0;
      this.newestSeconds = 0;
      this.sessionWords.fill(0);
      this.#next.fill(NONE);
      this.lengths.fill(0);
    }
    this.#follow(from);
  }

  next(doc: number): number | undefined {
    const next = this.#next[doc] ?? NONE;
    return next === NONE ? undefined : next;
  }

  previous(doc: number): number | undefined {
    const previous = this.docs.previous[doc] ?? 0;
    return previous === 0 ? undefined : previous - 1;
  }

  /** One more than the last passage of the record that begins here. */
  endOf(first: number): number {
    let end = first + 1;
    while (end < this.docs.count && !this.docs.isFirst(end)) end += 1;
    return end;
  }

  /** Of the whole record that begins here. */
  wordsOf(first: number): number {
    let words = 0;
    const end = this.endOf(first);
    for (let doc = first; doc < end; doc += 1) words += this.docs.words[doc] ?? 0;
    return words;
  }

  isSaid(doc: number): boolean {
    return this.docs.isSaid(doc);
  }

  /** Takes in what came: the neighbours of news are measured again. */
  #follow(from: number): void {
    const { docs } = this;
    for (let doc = from; doc < docs.count; doc += 1) {
      const previous = this.previous(doc);
      if (previous !== undefined && docs.isFirst(doc) && this.isSaid(doc)) this.#next[previous] = doc;
    }
    for (let doc = from; doc < docs.count; doc += 1) {
      if (docs.isGone(doc)) continue;
      this.newestSeconds = Math.max(this.newestSeconds, docs.seconds[doc] ?? 0);
      this.liveDocs += 1;
      const words = docs.words[doc] ?? 0;
      this.totalWords += words;
      const session = docs.session[doc] ?? 0;
      this.sessionWords[session] = (this.sessionWords[session] ?? 0) + words;
      this.#measure(doc);
      if (!docs.isFirst(doc)) continue;
      this.liveRecords += 1;
      const previous = this.previous(doc);
      // Only what was said lends to what was said before it.
      if (previous === undefined || previous >= from || !this.isSaid(doc)) continue;
      const end = this.endOf(previous);
      for (let other = previous; other < end; other += 1) this.#measure(other);
    }
  }

  #measure(doc: number): void {
    const { docs } = this;
    if (docs.isGone(doc)) return;
    const first = docs.firstOf(doc);
    // Only what was said hears its neighbours.
    const previous = this.isSaid(first) ? this.previous(first) : undefined;
    const second = previous === undefined ? undefined : this.previous(previous);
    const next = this.next(first);
    const head = (neighbour: number) => docs.headWords[neighbour] ?? 0;
    const length =
      (docs.words[doc] ?? 0) +
      (previous === undefined ? 0 : lentOn(this, previous, first) * head(previous)) +
      (second === undefined ? 0 : FROM_SECOND_PREVIOUS * head(second)) +
      (next === undefined ? 0 : lentBack(this, next, first) * head(next));
    this.totalLength += length - (this.lengths[doc] ?? 0);
    this.lengths[doc] = length;
  }

  #reserve(): void {
    const room = this.docs.source.length;
    if (this.#next.length < room) {
      const next = new Uint32Array(room).fill(NONE);
      next.set(this.#next);
      this.#next = next;
      const lengths = new Float32Array(room);
      lengths.set(this.lengths);
      this.lengths = lengths;
    }
    if (this.sessionWords.length <= this.sessions) {
      const words = new Float64Array(Math.ceil((this.sessions + 1) * 1.25));
      words.set(this.sessionWords);
      this.sessionWords = words;
    }
  }
}

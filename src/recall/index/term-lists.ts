/**
 * The lists of all words on disk. News of a batch are collected and written word by word in `save`: the end of a list lies
 * in the word's own row until it is long enough to be moved to a block of its own.
 */
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import { endOfPosting, PostingList } from './postings.ts';
import { BEFORE_ALL, packTermRow, readTermRow, type TermRow } from './term-row.ts';

/** Longer rows would leave the tree's pages. */
const TAIL_BYTES = 512;
/** A block fills a page, also an encrypted one, which has less room. */
const BLOCK_BYTES = 3_970;
const NO_POSTINGS = new Uint8Array(0);
/** Blocks of one word that a key has room for. */
export const BLOCKS_PER_TERM = 2 ** 20;

export class TermLists {
  readonly #read: Database.Statement;
  readonly #write: Database.Statement;
  readonly #drop: Database.Statement;
  readonly #ofSpace: Database.Statement;
  readonly #readBlock: Database.Statement;
  readonly #writeBlock: Database.Statement;
  readonly #dropBlocks: Database.Statement;
  readonly #lastNum: Database.Statement;
  readonly #keepNum: Database.Statement;
  readonly #news = new Map<number, Map<string, PostingList>>();
  #nextNum: number | undefined;

  constructor(database: SqliteDatabase) {
    const prepare = (sql: string) => database.prepare(sql);
    this.#read = prepare('SELECT list FROM terms WHERE space = ? AND term = ?').pluck();
    this.#write = prepare(
      `INSERT INTO terms VALUES (?, ?, ?) ON CONFLICT (space, term) DO UPDATE SET list = excluded.list`,
    );
    this.#drop = prepare('DELETE FROM terms WHERE space = ? AND term = ?');
    this.#ofSpace = prepare('SELECT term, list FROM terms WHERE space = ? AND term > ? LIMIT 1000');
    this.#readBlock = prepare('SELECT data FROM postings WHERE key = ?').pluck();
    this.#writeBlock = prepare(
      'INSERT INTO postings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET data = excluded.data',
    );
    this.#dropBlocks = prepare('DELETE FROM postings WHERE key >= ? AND key < ?');
    this.#lastNum = prepare(`SELECT value FROM marks WHERE name = 'terms'`).pluck();
    this.#keepNum = prepare(
      `INSERT INTO marks VALUES ('terms', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
  }

  append(space: number, term: string, doc: number, packed: number): void {
    let terms = this.#news.get(space);
    if (terms === undefined) {
      terms = new Map();
      this.#news.set(space, terms);
    }
    let list = terms.get(term);
    if (list === undefined) {
      list = new PostingList(4);
      terms.set(term, list);
    }
    list.push(doc, packed);
  }

  save(): void {
    this.#nextNum = Number(this.#lastNum.get() ?? 0) + 1;
    for (const [space, terms] of this.#news) for (const [term, list] of terms) this.#extend(space, term, list);
    this.#keepNum.run(this.#nextNum - 1);
    this.#news.clear();
  }

  /** What was collected and not saved is not kept. */
  forget(): void {
    this.#news.clear();
  }

  /** Takes passages out of every list of a space; a word that has none left is gone. */
  strip(space: number, gone: ReadonlySet<number>): void {
    let after = '';
    for (;;) {
      const rows = this.#ofSpace.all(space, after) as { readonly term: string; readonly list: Uint8Array }[];
      for (const { term, list } of rows) this.#stripTerm(space, term, readTermRow(list), gone);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.term;
    }
  }

  #extend(space: number, term: string, news: PostingList): void {
    const row = readTermRow((this.#read.get(space, term) as Uint8Array | undefined) ?? NO_POSTINGS);
    const added = news.encode(row.lastDoc);
    let tail = row.tail.length === 0 ? added : Buffer.concat([row.tail, added]);
    let { num, blocks } = row;
    if (tail.length > TAIL_BYTES) {
      if (blocks === 0) num = this.#newNum();
      blocks = this.#moveToBlocks(num, blocks, tail);
      tail = NO_POSTINGS;
    }
    const lastDoc = news.docs[news.length - 1] ?? 0;
    this.#put(space, term, { num, docs: row.docs + news.length, lastDoc, blocks, tail });
  }

  /** The last block is filled up before a new one is begun. */
  #moveToBlocks(num: number, blocks: number, tail: Uint8Array): number {
    const key = num * BLOCKS_PER_TERM;
    const full = Math.max(0, blocks - 1);
    const last = blocks === 0 ? NO_POSTINGS : (this.#readBlock.get(key + full) as Uint8Array);
    return full + this.#writeBlocks(key + full, Buffer.concat([last, tail]));
  }

  /** How many they are. Blocks end between postings, because a list is decoded block by block. */
  #writeBlocks(key: number, data: Uint8Array): number {
    let count = 0;
    for (const piece of piecesOf(data, BLOCK_BYTES)) {
      this.#writeBlock.run(key + count, piece);
      count += 1;
    }
    return count;
  }

  #put(space: number, term: string, row: TermRow): void {
    this.#write.run(space, term, packTermRow(row));
  }

  #stripTerm(space: number, term: string, row: TermRow, gone: ReadonlySet<number>): void {
    const list = new PostingList(Math.max(4, row.docs));
    for (let block = 0; block < row.blocks; block += 1)
      list.decode(this.#readBlock.get(row.num * BLOCKS_PER_TERM + block) as Uint8Array);
    list.decode(row.tail);
    const kept = new PostingList(Math.max(4, row.docs));
    for (let at = 0; at < list.length; at += 1) {
      const doc = list.docs[at] ?? 0;
      if (!gone.has(doc)) kept.push(doc, list.counts[at] ?? 0);
    }
    if (kept.length === list.length) return;
    const key = row.num * BLOCKS_PER_TERM;
    if (row.blocks > 0) this.#dropBlocks.run(key, key + BLOCKS_PER_TERM);
    if (kept.length === 0) {
      this.#drop.run(space, term);
      return;
    }
    // What is left is no longer than it was: a word without blocks gets none.
    const { count: blocks, rest: tail } = this.#writeAll(key, kept);
    const lastDoc = kept.docs[kept.length - 1] ?? 0;
    this.#put(space, term, { num: row.num, docs: kept.length, lastDoc, blocks, tail });
  }

  #writeAll(key: number, list: PostingList): { readonly count: number; readonly rest: Uint8Array } {
    const whole = list.encode(BEFORE_ALL);
    if (whole.length <= TAIL_BYTES) return { count: 0, rest: whole };
    return { count: this.#writeBlocks(key, whole), rest: NO_POSTINGS };
  }

  #newNum(): number {
    const num = this.#nextNum ?? 1;
    this.#nextNum = num + 1;
    return num;
  }
}

/** Cuts between postings. */
function* piecesOf(data: Uint8Array, limit: number): Generator<Uint8Array> {
  let start = 0;
  let at = 0;
  while (at < data.length) {
    const end = endOfPosting(data, at);
    if (end - start > limit) {
      yield data.subarray(start, at);
      start = at;
    }
    at = end;
  }
  if (start < data.length) yield data.subarray(start);
}

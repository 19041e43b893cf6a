/**
 * Reads the recall index. The columns of a space are kept in memory once it was searched and brought up to date at the
 * next search; words are read from the file each time. `read` gives one state of it all.
 * Limits: columns of spaces that were searched stay, up to a bound; the ones not used for longest go first. Whoever asks for
 * all spaces holds the columns of all of them until it lets go, also beyond the bound: 30 bytes a passage.
 */
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import type { PostingList } from './postings.ts';
import { SpaceView } from './space-view.ts';
import { BLOCKS_PER_TERM } from './term-lists.ts';
import { readTermRow } from './term-row.ts';

/** About 30 bytes each: what columns may take in all. */
const KEPT_DOCS = 3_000_000;

interface SpaceRow {
  readonly num: number;
  readonly id: string;
  readonly docs: number;
  readonly sessions: number;
  readonly removals: number;
}

export interface TermPostings {
  /** Passages that hold it. */
  readonly docs: number;
  /** With marks, only passages that have one. */
  read(into: PostingList, marks?: Uint8Array): void;
}

export class IndexReader {
  readonly #database: SqliteDatabase;
  readonly #spaces: Database.Statement;
  readonly #space: Database.Statement;
  readonly #chunks: Database.Statement;
  readonly #term: Database.Statement;
  readonly #termsFrom: Database.Statement;
  readonly #blocks: Database.Statement;
  readonly #fact: Database.Statement;
  readonly #factById: Database.Statement;
  readonly #meanings: Database.Statement;
  readonly #factCount: Database.Statement;
  readonly #sessionNum: Database.Statement;
  readonly #mark: Database.Statement;
  /** The one used last is the last. */
  readonly #views = new Map<number, SpaceView>();
  /** Words that were looked up in the state that is being read: a question asks for each several times. */
  #terms: Map<SpaceView, Map<string, TermPostings | undefined>> | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    const prepare = (sql: string) => database.prepare(sql);
    const columns = 'num, id, docs, sessions, removals';
    this.#spaces = prepare(`SELECT ${columns} FROM spaces ORDER BY num`);
    this.#space = prepare(`SELECT ${columns} FROM spaces WHERE id = ?`);
    this.#chunks = prepare('SELECT chunk, data FROM docs WHERE space = ? AND chunk >= ? ORDER BY chunk');
    this.#term = prepare('SELECT list FROM terms WHERE space = ? AND term = ?').pluck();
    this.#termsFrom = prepare('SELECT term FROM terms WHERE space = ? AND term >= ? AND term < ? LIMIT ?').pluck();
    this.#blocks = prepare('SELECT data FROM postings WHERE key >= ? AND key < ? ORDER BY key').pluck();
    this.#fact = prepare('SELECT learning FROM facts WHERE num = ?').pluck();
    this.#factById = prepare('SELECT learning FROM facts WHERE id = ?').pluck();
    this.#meanings = prepare('SELECT num, meaning FROM facts WHERE space = ? ORDER BY num DESC LIMIT ?');
    this.#factCount = prepare('SELECT count(*) FROM facts').pluck();
    this.#sessionNum = prepare('SELECT num FROM sessions WHERE space = ? AND id = ?').pluck();
    this.#mark = prepare('SELECT value FROM marks WHERE name = ?').pluck();
  }

  /** Everything read inside sees one state of the file. */
  read<Result>(work: () => Result): Result {
    const before = this.#terms;
    this.#terms = before ?? new Map();
    try {
      return this.#database.transaction(work)();
    } finally {
      this.#terms = before;
    }
  }

  close(): void {
    this.#database.close();
  }

  mark(name: string): number {
    return Number(this.#mark.get(name) ?? 0);
  }

  allSpaces(): readonly SpaceView[] {
    return (this.#spaces.all() as SpaceRow[]).map((row) => this.#view(row));
  }

  space(id: string): SpaceView | undefined {
    const row = this.#space.get(id) as SpaceRow | undefined;
    return row === undefined ? undefined : this.#view(row);
  }

  term(space: SpaceView, term: string): TermPostings | undefined {
    if (this.#terms === undefined) return this.#lookUp(space, term);
    let known = this.#terms.get(space);
    if (known === undefined) {
      known = new Map();
      this.#terms.set(space, known);
    }
    if (known.has(term)) return known.get(term);
    const found = this.#lookUp(space, term);
    known.set(term, found);
    return found;
  }

  #lookUp(space: SpaceView, term: string): TermPostings | undefined {
    const list = this.#term.get(space.num, term) as Uint8Array | undefined;
    if (list === undefined) return undefined;
    const row = readTermRow(list);
    return {
      docs: row.docs,
      read: (into, marks) => {
        into.clear();
        const key = row.num * BLOCKS_PER_TERM;
        if (row.blocks > 0)
          for (const data of this.#blocks.all(key, key + BLOCKS_PER_TERM)) into.decode(data as Uint8Array, marks);
        into.decode(row.tail, marks);
      },
    };
  }

  /** Words of the space, in no useful order. */
  termsBeginningWith(space: SpaceView, prefix: string, limit: number): readonly string[] {
    return this.#termsFrom.all(space.num, prefix, `${prefix}\u{10ffff}`, limit) as string[];
  }

  /** A learning as JSON. */
  fact(num: number): string | undefined {
    return this.#fact.get(num) as string | undefined;
  }

  factById(id: string): string | undefined {
    return this.#factById.get(id) as string | undefined;
  }

  /** Of the facts of a space, the newest first. */
  meanings(space: SpaceView, limit: number): Iterable<{ readonly num: number; readonly meaning: Uint8Array }> {
    return this.#meanings.iterate(space.num, limit) as Iterable<{ num: number; meaning: Uint8Array }>;
  }

  factCount(): number {
    return Number(this.#factCount.get());
  }

  sessionNum(space: SpaceView, id: string): number | undefined {
    return this.#sessionNum.get(space.num, id) as number | undefined;
  }

  #view(row: SpaceRow): SpaceView {
    const known = this.#views.get(row.num);
    const view = known ?? new SpaceView(row.num, row.id);
    this.#views.delete(row.num);
    this.#views.set(row.num, view);
    const from = view.staleFrom(row);
    if (from !== undefined) {
      view.refresh(row, this.#chunks.iterate(row.num, from) as Iterable<{ chunk: number; data: Uint8Array }>);
      this.#forgetOld(view);
    }
    return view;
  }

  #forgetOld(keep: SpaceView): void {
    let docs = 0;
    for (const view of this.#views.values()) docs += view.docs.count;
    for (const [num, view] of this.#views) {
      if (docs <= KEPT_DOCS) return;
      if (view === keep) continue;
      this.#views.delete(num);
      docs -= view.docs.count;
    }
  }
}

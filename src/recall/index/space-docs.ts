/** The columns of one space for whoever writes: chunks are read when they are touched, and written back in `save`. */
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import { CHUNK_DOCS, type Doc, DocTable } from './doc-table.ts';

export class SpaceDocs {
  readonly #space: number;
  readonly #read: Database.Statement;
  readonly #write: Database.Statement;
  readonly #chunks: Database.Statement;
  readonly #touched = new Map<number, DocTable>();

  constructor(database: SqliteDatabase, space: number) {
    this.#space = space;
    this.#read = database.prepare('SELECT data FROM docs WHERE space = ? AND chunk = ?').pluck();
    this.#chunks = database.prepare('SELECT chunk, data FROM docs WHERE space = ? ORDER BY chunk');
    this.#write = database.prepare(
      'INSERT INTO docs VALUES (?, ?, ?) ON CONFLICT (space, chunk) DO UPDATE SET data = excluded.data',
    );
  }

  /** `number` is the next one. */
  put(number: number, doc: Doc): void {
    const table = this.#chunk(Math.floor(number / CHUNK_DOCS));
    table.count = number % CHUNK_DOCS;
    table.push(doc);
  }

  remove(number: number): void {
    this.#chunk(Math.floor(number / CHUNK_DOCS)).remove(number % CHUNK_DOCS);
  }

  /** The passages of what begins there; none when it is gone. */
  passagesFrom(first: number): readonly number[] {
    const source = this.#sourceOf(first);
    const passages: number[] = [];
    for (let number = first; source !== 0 && this.#sourceOf(number) === source; number += 1) {
      const isAnother = number > first && this.#chunk(Math.floor(number / CHUNK_DOCS)).isFirst(number % CHUNK_DOCS);
      if (isAnother) return passages;
      passages.push(number);
    }
    return passages;
  }

  /** Those that are not gone and fit. */
  find(fits: (table: DocTable, at: number) => boolean): readonly number[] {
    const found: number[] = [];
    const table = new DocTable();
    for (const row of this.#chunks.all(this.#space) as { chunk: number; data: Uint8Array }[]) {
      table.load(0, row.data, CHUNK_DOCS);
      for (let at = 0; at < CHUNK_DOCS; at += 1)
        if (!table.isGone(at) && fits(table, at)) found.push(row.chunk * CHUNK_DOCS + at);
    }
    return found;
  }

  save(): void {
    for (const [number, table] of this.#touched) this.#write.run(this.#space, number, table.chunk(0));
    this.#touched.clear();
  }

  /** 0 for what is gone or not there. */
  #sourceOf(number: number): number {
    return this.#chunk(Math.floor(number / CHUNK_DOCS)).source[number % CHUNK_DOCS] ?? 0;
  }

  #chunk(number: number): DocTable {
    const known = this.#touched.get(number);
    if (known !== undefined) return known;
    const table = new DocTable();
    const data = this.#read.get(this.#space, number) as Uint8Array | undefined;
    if (data !== undefined) table.load(0, data, CHUNK_DOCS);
    this.#touched.set(number, table);
    return table;
  }
}

/**
 * Reads records in their order, for whoever works on a thread of its own: the connection is its own, reads only, and holds
 * no state between calls, so that an erasure is never held up by it.
 */
import type { StoredRecord } from '../../memory/record.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { recordOf } from './rows.ts';
import type { RecordColumns, Stored } from './tables.ts';

/** One record may be megabytes: a batch ends when it has this much. */
const BATCH_CHARS = 4 * 1024 * 1024;

export interface ErasedRecord {
  /** The place of the erasure in the order of erasures. */
  readonly seq: number;
  /** Where the record stood; null when there was none. */
  readonly recordSeq: number | null;
}

export class RecordReader {
  readonly #database: SqliteDatabase;
  readonly #statements: SqliteStatements;

  constructor(path: string) {
    this.#database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    this.#statements = new SqliteStatements(this.#database);
  }

  /** The place of the newest record; 0 when there was never one. */
  lastSeq(): number {
    return this.#last('records');
  }

  lastErasure(): number {
    return this.#last('tombstones');
  }

  after(seq: number, limit: number): readonly StoredRecord[] {
    const records: StoredRecord[] = [];
    let chars = 0;
    const sql = 'SELECT * FROM records WHERE seq > ? ORDER BY seq LIMIT ?';
    for (const row of this.#statements.iterate<Stored<RecordColumns>>(sql, seq, limit)) {
      records.push(recordOf(row));
      chars += row.content.length;
      if (chars > BATCH_CHARS) break;
    }
    return records;
  }

  at(seq: number): StoredRecord | undefined {
    const row = this.#statements.get<Stored<RecordColumns>>('SELECT * FROM records WHERE seq = ?', seq);
    return row === undefined ? undefined : recordOf(row);
  }

  erasedAfter(seq: number, limit: number): readonly ErasedRecord[] {
    return this.#statements.all(
      'SELECT seq, record_seq AS recordSeq FROM tombstones WHERE seq > ? ORDER BY seq LIMIT ?',
      seq,
      limit,
    );
  }

  close(): void {
    this.#database.close();
  }

  #last(table: 'records' | 'tombstones'): number {
    const row = this.#statements.get<{ readonly seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table);
    return row?.seq ?? 0;
  }
}

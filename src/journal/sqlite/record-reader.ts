/**
 * Reads records in their order, for whoever works on a thread of its own: the connection is its own, reads only, and holds
 * no state between calls, so that an erasure is never held up by it.
 */

import type { RecordId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { RecordType, StoredRecord } from '../../memory/record.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { sessionNum, spaceNum } from './row-numbers.ts';
import { RECORD_ROW, type RecordRow, recordOf } from './rows.ts';

/** Every thread that reads has one: small, because what is read is rarely read again. */
const CACHE_MEGABYTES = 2;
const SEQ_OF = 'SELECT seq FROM records WHERE key = ?';
/** One record may be megabytes: a batch ends when it has this much. */
const BATCH_CHARS = 4 * 1024 * 1024;

export interface ErasedRecord {
  /** The place of the erasure in the order of erasures. */
  readonly seq: number;
  /** Where the record stood; null when there was none. */
  readonly recordSeq: number | null;
}

/** A turn by its names alone. */
export interface NamedTurn {
  readonly id: TurnId;
  readonly sessionId: SessionId;
}

export class RecordReader {
  readonly #path: string;
  readonly #database: SqliteDatabase;
  readonly #statements: SqliteStatements;

  constructor(path: string) {
    this.#path = path;
    this.#database = openSqlite({ path, access: 'read', synchronous: 'FULL', cacheMegabytes: CACHE_MEGABYTES });
    this.#statements = new SqliteStatements(this.#database);
  }

  /** The place of the newest record; 0 when there was never one. */
  lastSeq(): number {
    return this.#last('record_rows');
  }

  lastErasure(): number {
    return this.#last('tombstones');
  }

  lastEmptied(): number {
    return this.#last('emptied_records');
  }

  after(seq: number, limit: number): readonly StoredRecord[] {
    return this.#read((statements) => {
      const records: StoredRecord[] = [];
      let chars = 0;
      const sql = `SELECT ${RECORD_ROW} FROM records WHERE seq > ? ORDER BY seq LIMIT ?`;
      for (const row of statements.iterate<RecordRow>(sql, seq, limit)) {
        records.push(recordOf(row));
        chars += row.content.length;
        if (chars > BATCH_CHARS) break;
      }
      return records;
    });
  }

  at(seq: number): StoredRecord | undefined {
    return this.#read((statements) => {
      const row = statements.get<RecordRow>(`SELECT ${RECORD_ROW} FROM records WHERE seq = ?`, seq);
      return row === undefined ? undefined : recordOf(row);
    });
  }

  /** Closed turns of a space that began until then, the newest first. */
  turnsUntil(workspace: SpaceId, ts: number, limit: number): readonly NamedTurn[] {
    const sql = `SELECT id, session_id AS sessionId FROM newest_turns WHERE space = ? AND timestamp <= ?
      ORDER BY timestamp DESC, sequence_num DESC LIMIT ?`;
    return this.#read((statements) => statements.all<NamedTurn>(sql, spaceNum(statements, workspace), ts, limit));
  }

  /** The last of a type that the session's own agent, or its person, put into a turn; what subagents said is none. */
  lastOfTurn({ id, sessionId }: NamedTurn, type: RecordType): StoredRecord | undefined {
    const sql = `SELECT ${RECORD_ROW} FROM records WHERE session = ? AND turn = ? AND type = ?
      AND json_extract(metadata, '$.agent_id') IS NULL ORDER BY ts DESC, seq DESC LIMIT 1`;
    return this.#read((statements) => {
      const row = statements.get<RecordRow>(sql, sessionNum(statements, sessionId), idKey(id), type);
      return row === undefined ? undefined : recordOf(row);
    });
  }

  /** The places of these, and of those of a space that are past their time. */
  withheldSeqs(workspace: SpaceId | null, ids: readonly RecordId[]): ReadonlySet<number> {
    return this.#read((statements) => {
      const hidden = 'SELECT record_seq AS seq FROM hidden_records WHERE workspace IS ?';
      const rows = statements.all<{ readonly seq: number }>(hidden, workspace);
      const named = ids.flatMap((id) => statements.get<{ readonly seq: number }>(SEQ_OF, idKey(id)) ?? []);
      return new Set([...rows, ...named].map(({ seq }) => seq));
    });
  }

  erasedAfter(seq: number, limit: number): readonly ErasedRecord[] {
    const sql = 'SELECT seq, record_seq AS recordSeq FROM tombstones WHERE seq > ? ORDER BY seq LIMIT ?';
    return this.#read((statements) => statements.all(sql, seq, limit));
  }

  /** Those whose text retention has emptied. */
  emptiedAfter(seq: number, limit: number): readonly ErasedRecord[] {
    const sql = 'SELECT seq, record_seq AS recordSeq FROM emptied_records WHERE seq > ? ORDER BY seq LIMIT ?';
    return this.#read((statements) => statements.all(sql, seq, limit));
  }

  close(): void {
    this.#database.close();
  }

  #last(table: 'record_rows' | 'tombstones' | 'emptied_records'): number {
    const sql = 'SELECT seq FROM sqlite_sequence WHERE name = ?';
    return this.#read((statements) => statements.get<{ readonly seq: number }>(sql, table)?.seq ?? 0);
  }

  /** Whoever reads two files must be able to tell which of them is damaged. */
  #read<Result>(read: (statements: SqliteStatements) => Result): Result {
    try {
      return read(this.#statements);
    } catch (cause) {
      throw sqliteError(cause, this.#path);
    }
  }
}

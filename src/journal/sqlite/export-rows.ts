/**
 * Streams the journal from one read transaction on a connection of its own: a consistent state, never more than one
 * row in memory, and writers are not held up. Stopped from outside when a record is erased (what is being exported
 * holds it, and an open reader keeps its words in the WAL) or the journal is closed.
 * Limits: while an export runs, the WAL cannot be reset and grows with what is written.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CarryoverError } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { ExportRow } from '../journal.ts';
import { readActs } from './acts.ts';
import { iterateInjections } from './injections.ts';
import { recordOf, type SessionSummaryRow, sessionOf, turnOf } from './rows.ts';
import type { ObservationColumns, RecordColumns, Stored } from './tables.ts';

/** The event loop gets its turn at least this often. */
const SLICE_MS = 10;

export class RowExport {
  readonly #database: SqliteDatabase;
  readonly #clock: Clock;
  #open: IterableIterator<ExportRow> | undefined;
  #stopped: CarryoverError | undefined;

  constructor(database: SqliteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async *rows(): AsyncGenerator<ExportRow> {
    let resumedAt = this.#clock.elapsed();
    this.#open = everything(this.#database);
    for (;;) {
      if (this.#stopped !== undefined) throw this.#stopped;
      const next = this.#open.next();
      if (next.done === true) return;
      yield next.value;
      if (this.#clock.elapsed() - resumedAt < SLICE_MS) continue;
      await nextTurn();
      resumedAt = this.#clock.elapsed();
    }
  }

  /** Lets go of the file at once; whoever is reading gets the reason with the next row. */
  stop(reason?: CarryoverError): void {
    this.#stopped ??= reason;
    this.#open?.return?.();
    this.#database.close();
  }
}

function* everything(database: SqliteDatabase): Generator<ExportRow> {
  const statements = new SqliteStatements(database);
  statements.run('BEGIN');
  for (const row of statements.iterate<SessionSummaryRow>('SELECT * FROM session_summaries ORDER BY seq')) {
    yield { kind: 'session', row: sessionOf(row) };
  }
  for (const row of statements.iterate<Stored<RecordColumns>>('SELECT * FROM records ORDER BY seq')) {
    yield { kind: 'record', row: recordOf(row) };
  }
  for (const row of statements.iterate<ObservationColumns>('SELECT * FROM newest_turns ORDER BY seq')) {
    yield { kind: 'turn', row: turnOf(row) };
  }
  for (const row of iterateInjections(statements)) yield { kind: 'injection', row };
  for (let [act] = readActs(statements, 0, 1); act !== undefined; [act] = readActs(statements, act.seq, 1)) {
    yield { kind: act.kind, row: act };
  }
}

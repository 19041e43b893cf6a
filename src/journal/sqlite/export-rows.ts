/**
 * Streams the journal from one read transaction on a connection of its own: a consistent state, never more than one
 * row in memory, and writers are not held up. Stopped from outside when a record is erased (what is being exported
 * holds it, and an open reader keeps its words in the WAL) or the journal is closed.
 * Limits: while an export runs, the WAL cannot be reset and grows with what is written.
 */

import type { Act, StoredAct } from '../../memory/act.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { ForgetReceipt, Tombstone } from '../../memory/forgetting.ts';
import type { ActId, RecordId, SpaceId } from '../../memory/ids.ts';
import type { Injection, StoredInjection } from '../../memory/injection.ts';
import type { SettledCall } from '../../memory/model-call.ts';
import type { MemoryRecord, StoredRecord } from '../../memory/record.ts';
import type { Session, SessionSummary } from '../../memory/session.ts';
import { SPACE_PLACE, type SpacePlace } from '../../memory/space.ts';
import type { PortableTurn } from '../../memory/turn.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { fromJson } from '../../store/json-cells.ts';
import { rows } from '../../store/table.ts';
import { readActs } from './acts.ts';
import { iterateInjections } from './injections.ts';
import { iterateCalls } from './model-calls.ts';
import { RECORD_CELLS, type RecordRow, recordOf, type SessionSummaryRow, sessionOf } from './rows.ts';
import type { ObservationColumns, SpaceColumns, SpaceRootColumns } from './tables.ts';
import { iterateTombstones } from './tombstones.ts';
import { readWholeTurn } from './turn-texts.ts';

/** One row of the journal, as it can be put into an empty one. */
export type JournalRow =
  | { readonly kind: 'space'; readonly row: { readonly id: SpaceId; readonly createdAt: number } }
  | { readonly kind: 'place'; readonly row: SpacePlace }
  | { readonly kind: 'session'; readonly row: Session }
  | { readonly kind: 'record'; readonly row: MemoryRecord }
  | { readonly kind: 'turn'; readonly row: PortableTurn }
  | { readonly kind: 'injection'; readonly row: Injection }
  | { readonly kind: 'act'; readonly row: Act }
  | { readonly kind: 'model-call'; readonly row: SettledCall }
  | { readonly kind: 'tombstone'; readonly row: Tombstone }
  | { readonly kind: 'forget-receipt'; readonly row: ForgetReceipt };

export type ExportRow =
  | Exclude<JournalRow, { readonly kind: 'session' | 'record' | 'injection' | 'act' }>
  | { readonly kind: 'session'; readonly row: SessionSummary }
  | { readonly kind: 'record'; readonly row: StoredRecord }
  | { readonly kind: 'injection'; readonly row: StoredInjection }
  | { readonly kind: 'act'; readonly row: StoredAct };

/** Those that are under way. */
export class RowExports {
  readonly #from: { readonly path: string; readonly clock: Clock };
  readonly #running = new Set<RowExport>();

  constructor(from: { readonly path: string; readonly clock: Clock }) {
    this.#from = from;
  }

  async *rows(): AsyncGenerator<ExportRow> {
    const { path, clock } = this.#from;
    const running = new RowExport(openSqlite({ path, access: 'read', synchronous: 'FULL' }), clock);
    this.#running.add(running);
    try {
      yield* running.rows();
    } catch (cause) {
      throw sqliteError(cause, path);
    } finally {
      this.#running.delete(running);
      running.stop();
    }
  }

  stop(message: string, hint: string): void {
    const reason = new CarryoverError(message, { code: 'export-stopped', hint, retryable: true });
    for (const running of this.#running) running.stop(reason);
  }
}

class RowExport {
  readonly #database: SqliteDatabase;
  readonly #clock: Clock;
  #open: IterableIterator<ExportRow> | undefined;
  #stopped: CarryoverError | undefined;

  constructor(database: SqliteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async *rows(): AsyncGenerator<ExportRow> {
    const breather = new Breather(this.#clock);
    this.#open = everything(this.#database);
    for (;;) {
      if (this.#stopped !== undefined) throw this.#stopped;
      const next = this.#open.next();
      if (next.done === true) return;
      yield next.value;
      await breather.breathe();
    }
  }

  /** Lets go of the file at once; whoever is reading gets the reason with the next row. */
  stop(reason?: CarryoverError): void {
    this.#stopped ??= reason;
    this.#open?.return?.();
    this.#database.close();
  }
}

const PLACES = rows('space_roots', SPACE_PLACE);

function* everything(database: SqliteDatabase): Generator<ExportRow> {
  const statements = new SqliteStatements(database);
  statements.run('BEGIN');
  for (const { id, created_at } of statements.iterate<SpaceColumns>('SELECT * FROM spaces ORDER BY seq')) {
    yield { kind: 'space', row: { id, createdAt: created_at } };
  }
  for (const row of statements.iterate<SpaceRootColumns>('SELECT * FROM space_roots ORDER BY seq')) {
    yield { kind: 'place', row: PLACES.value(row) };
  }
  for (const row of statements.iterate<SessionSummaryRow>('SELECT * FROM session_summaries ORDER BY seq')) {
    yield { kind: 'session', row: sessionOf(row) };
  }
  for (const row of statements.iterate<RecordRow>(`SELECT ${RECORD_CELLS} FROM records ORDER BY seq`)) {
    yield { kind: 'record', row: recordOf(row) };
  }
  const whole = readWholeTurn(statements);
  for (const { last_record_id, ...row } of statements.iterate<PortableTurnRow>(PORTABLE_TURNS)) {
    yield { kind: 'turn', row: { ...whole(row), lastRecordId: last_record_id } };
  }
  for (const row of iterateInjections(statements)) yield { kind: 'injection', row };
  for (let [act] = readActs(statements, 0, 1); act !== undefined; [act] = readActs(statements, act.seq, 1)) {
    yield { kind: 'act', row: act };
  }
  for (const row of iterateCalls(statements)) yield { kind: 'model-call', row };
  for (const row of iterateTombstones(statements)) yield { kind: 'tombstone', row };
  for (const { data, id } of statements.iterate<ReceiptRow>('SELECT * FROM forget_receipts ORDER BY seq')) {
    yield { kind: 'forget-receipt', row: fromJson(data, 'forget_receipts', id) };
  }
}

type PortableTurnRow = ObservationColumns & { readonly last_record_id: RecordId | null };
interface ReceiptRow {
  readonly id: ActId;
  readonly data: string;
}

/** The number of a record means nothing elsewhere, and the last one a turn has seen may have been erased since. */
const PORTABLE_TURNS = `SELECT turn.*, (
    SELECT id FROM records WHERE records.turn = turn.key AND seq <= turn.last_seq ORDER BY seq DESC LIMIT 1
  ) AS last_record_id FROM observations AS turn ORDER BY turn.seq`;

/**
 * One batch into the journal. Encoding happens before the transaction, so that a batch that cannot be stored fails
 * early and the write lock is held shortly. An injection made from a record that has been erased since is left out:
 * its text would bring the erased words back. So is what an erased session said until then, and its row with it.
 */

import type { RecordId, SessionId } from '../../memory/ids.ts';
import type { Injection } from '../../memory/injection.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import type { Session } from '../../memory/session.ts';
import type { Telling } from '../../memory/telling.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { detailColumns, injectionColumns } from './injection-rows.ts';
import { refusingInvalid } from './refusing-invalid.ts';
import { recordColumns, sessionColumns } from './rows.ts';
import { insertRow, type RecordColumns, type SessionColumns } from './tables.ts';
import { toldId } from './tellings.ts';
import { isErased, refusedThrough } from './tombstones.ts';

export interface JournalBatch {
  /** Sessions the records belong to; a known id is left as it is. */
  readonly sessions?: readonly Session[];
  /** With how they were told, where their ids may stand for several events. */
  readonly records?: readonly (MemoryRecord & { readonly telling?: Telling | undefined })[];
  readonly injections?: readonly Injection[];
}

export interface AppendResult {
  readonly inserted: readonly RecordId[];
  readonly duplicates: readonly RecordId[];
  /** Records that were erased earlier and therefore refused. */
  readonly erased: readonly RecordId[];
  /** What the records are stored under, in their order; only when one of them repeats another and has an id of its own. */
  readonly ids?: readonly RecordId[];
}

/** The work that stores the batch: to be run inside a transaction. */
export function prepareAppend(batch: JournalBatch): (statements: SqliteStatements) => AppendResult {
  const encoded = refusingInvalid('the batch', () => encode(batch));
  return (statements) => refusingInvalid('the batch', () => insert(statements, encoded));
}

function encode(batch: JournalBatch) {
  return {
    sessions: (batch.sessions ?? []).map(sessionColumns),
    records: (batch.records ?? []).map((record) => ({ telling: record.telling, columns: recordColumns(record) })),
    injections: (batch.injections ?? []).map((injection) => ({
      items: injection.items,
      columns: injectionColumns(injection),
      detail: injection.detail === undefined ? undefined : detailColumns(injection, injection.detail),
    })),
  };
}

function insert(statements: SqliteStatements, batch: ReturnType<typeof encode>): AppendResult {
  const inserted: RecordId[] = [];
  const duplicates: RecordId[] = [];
  const erased: RecordId[] = [];
  const refusals = refusalsIn(statements, batch);
  const isRefused = (row: { readonly session_id: SessionId; readonly ts: number }) =>
    row.ts <= (refusals.get(row.session_id) ?? Number.NEGATIVE_INFINITY);
  // What comes late of a turn that went with its session is part of that turn, whatever its time.
  const isOfErasedTurn = ({ session_id, turn_id }: RecordColumns) =>
    turn_id !== null && refusals.has(session_id) && isErased(statements, turn_id);
  const goesOn = ({ id }: SessionColumns) =>
    batch.records.some(({ columns }) => columns.session_id === id && !isRefused(columns) && !isOfErasedTurn(columns)) ||
    batch.injections.some(({ columns }) => columns.session_id === id && !isRefused(columns));
  for (const session of batch.sessions) {
    if (!refusals.has(session.id) || goesOn(session)) insertRow(statements, 'sessions', session);
  }
  const ids: RecordId[] = [];
  for (const { columns, telling } of batch.records) {
    const { id: base, session_id: sessionId } = columns;
    const id = telling === undefined ? base : toldId(statements, { id: base, sessionId, telling });
    const record = id === base ? columns : { ...columns, id };
    ids.push(id);
    if (isErased(statements, record.id) || isRefused(record) || isOfErasedTurn(record)) erased.push(record.id);
    else if (insertRow(statements, 'records', record) === undefined) duplicates.push(record.id);
    else inserted.push(record.id);
  }
  for (const { items, columns, detail } of batch.injections) {
    if (isRefused(columns) || items.some((item) => isErased(statements, item))) continue;
    if (insertRow(statements, 'injections', columns) === undefined || detail === undefined) continue;
    insertRow(statements, 'injection_details', detail);
  }
  return {
    inserted,
    duplicates,
    erased,
    ...(ids.some((id, index) => id !== batch.records[index]?.columns.id) ? { ids } : {}),
  };
}

/** Sessions of the batch that were erased, each with the moment through which. */
function refusalsIn(
  statements: SqliteStatements,
  { sessions, records, injections }: ReturnType<typeof encode>,
): ReadonlyMap<SessionId, number> {
  const ids = new Set([
    ...sessions.map(({ id }) => id),
    ...records.map(({ columns }) => columns.session_id),
    ...injections.map(({ columns }) => columns.session_id),
  ]);
  const refusals = new Map<SessionId, number>();
  for (const id of ids) {
    const moment = refusedThrough(statements, id);
    if (moment !== undefined) refusals.set(id, moment);
  }
  return refusals;
}

/**
 * One batch into the journal. Encoding happens before the transaction, so that a batch that cannot be stored fails
 * early and the write lock is held shortly. An injection made from a record that has been erased since is left out:
 * its text would bring the erased words back.
 */
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { RecordId } from '../../memory/ids.ts';
import { resultCodeOf } from '../../platform/sqlite-error.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { AppendResult, JournalBatch } from '../journal.ts';
import { injectionColumns, recordColumns, sessionColumns } from './rows.ts';
import { insertRow } from './tables.ts';
import { isErased } from './tombstones.ts';

/** The work that stores the batch: to be run inside a transaction. */
export function prepareAppend(batch: JournalBatch): (statements: SqliteStatements) => AppendResult {
  const encoded = refusingInvalid(() => encode(batch));
  return (statements) => refusingInvalid(() => insert(statements, encoded));
}

function encode(batch: JournalBatch) {
  return {
    sessions: (batch.sessions ?? []).map(sessionColumns),
    records: (batch.records ?? []).map(recordColumns),
    injections: (batch.injections ?? []).map((injection) => ({
      items: injection.items,
      columns: injectionColumns(injection),
    })),
  };
}

function insert(statements: SqliteStatements, batch: ReturnType<typeof encode>): AppendResult {
  const inserted: RecordId[] = [];
  const duplicates: RecordId[] = [];
  const erased: RecordId[] = [];
  for (const session of batch.sessions) insertRow(statements, 'sessions', session);
  for (const record of batch.records) {
    if (isErased(statements, record.id)) erased.push(record.id);
    else if (insertRow(statements, 'records', record) === undefined) duplicates.push(record.id);
    else inserted.push(record.id);
  }
  for (const { items, columns } of batch.injections) {
    if (!items.some((item) => isErased(statements, item))) insertRow(statements, 'injections', columns);
  }
  return { inserted, duplicates, erased };
}

function refusingInvalid<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    throw invalidBatch(cause) ?? cause;
  }
}

function invalidBatch(cause: unknown): CarryoverError | undefined {
  const code = resultCodeOf(cause);
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return new CarryoverError('a record or injection names a session the journal does not know', {
      code: 'unknown-session',
      hint: 'send the session in the same batch as its first record',
      cause,
    });
  }
  const ours = code === '' && (cause instanceof TypeError || cause instanceof RangeError);
  if (!ours && !code.startsWith('SQLITE_CONSTRAINT') && code !== 'SQLITE_TOOBIG') return undefined;
  return new CarryoverError(`the batch cannot be stored: ${messageOf(cause)}`, {
    code: 'invalid-record',
    hint: 'check type, source, times (whole milliseconds) and the size and depth of metadata',
    cause,
  });
}

/**
 * Rows of an export into an empty journal: what was stored is stored again, under numbers of its own, so that gaps which
 * erasing left elsewhere are none here. Each row stands behind a savepoint: one that does not fit is left out alone.
 */

import { CarryoverError } from '../../memory/error.ts';
import type { Tombstone } from '../../memory/forgetting.ts';
import type { RecordId } from '../../memory/ids.ts';
import { SPACE_PLACE, type SpacePlace } from '../../memory/space.ts';
import type { PortableTurn } from '../../memory/turn.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { rows } from '../../store/table.ts';
import { prepareAct } from './acts.ts';
import { prepareAppend } from './append.ts';
import type { JournalRow } from './export-rows.ts';
import { readCall, reserveCall, settleCall } from './model-calls.ts';
import { refusingInvalid } from './refusing-invalid.ts';
import { insertRow, type RecordColumns, type Stored } from './tables.ts';
import { heldTextsOf, readSaid } from './turn-texts.ts';

/** Why each of some rows was not taken; undefined for one that was. */
export type RestoredRows = readonly (string | undefined)[];

/** The reason for one that is there, or one that has its id. */
export const KNOWN_ROW = 'another row has this id';

const PLACES = rows('space_roots', SPACE_PLACE);
const ERASED = 'it was erased here';

/** Takes rows as they are, in the order of an export; one transaction. A row that does not fit is left out, alone. */
export function restoreRows(statements: SqliteStatements, rows: readonly JournalRow[]): RestoredRows {
  return rows.map((row) => {
    statements.run('SAVEPOINT restored_row');
    try {
      const refusal = refusingInvalid('the row', () => restore(statements, row));
      statements.run('RELEASE restored_row');
      return refusal;
    } catch (thrown) {
      statements.run('ROLLBACK TO restored_row');
      statements.run('RELEASE restored_row');
      // Anything else is no fault of the row: a full disk, a damaged file.
      if (thrown instanceof CarryoverError) return thrown.message;
      throw thrown;
    }
  });
}

function restore(statements: SqliteStatements, { kind, row }: JournalRow): string | undefined {
  switch (kind) {
    case 'space':
      return known(insertRow(statements, 'spaces', { id: row.id, created_at: row.createdAt }));
    case 'place':
      return isPlaceKnown(statements, row) ? KNOWN_ROW : known(insertRow(statements, 'space_roots', PLACES.cells(row)));
    case 'session':
      prepareAppend({ sessions: [row] })(statements);
      return undefined;
    case 'record': {
      const { erased, duplicates } = prepareAppend({ records: [row] })(statements);
      return erased.length > 0 ? ERASED : duplicates.length > 0 ? KNOWN_ROW : undefined;
    }
    case 'turn':
      return restoreTurn(statements, row);
    case 'injection':
      prepareAppend({ injections: [row] })(statements);
      return undefined;
    case 'act':
      prepareAct(row)(statements);
      return undefined;
    case 'model-call':
      if (readCall(statements, row.id) !== undefined) return KNOWN_ROW;
      reserveCall(statements, row);
      if (row.end !== null) settleCall(statements, row.end);
      return undefined;
    case 'tombstone':
      insertTombstone(statements, row);
      return undefined;
    case 'forget-receipt':
      return known(insertRow(statements, 'forget_receipts', { id: row.id, data: JSON.stringify(row) }));
  }
}

function known(seq: number | undefined): string | undefined {
  return seq === undefined ? KNOWN_ROW : undefined;
}

/** A turn whose newest revision has seen all its records is not open; its records, as they came, have made it so. */
function restoreTurn(statements: SqliteStatements, turn: PortableTurn): string | undefined {
  const lastSeq = turn.lastRecordId === null ? 0 : seqOf(statements, turn.lastRecordId);
  if (lastSeq === undefined) return 'it names a record that is not there';
  const seq = insertRow(statements, 'observations', {
    id: turn.id,
    rev: turn.rev,
    session_id: turn.sessionId,
    workspace: turn.workspace,
    sequence_num: turn.sequenceNum,
    timestamp: turn.timestamp,
    closed_at: turn.closedAt,
    close_reason: turn.closeReason,
    ...heldTextsOf(turn, readSaid(statements, turn.id, lastSeq)),
    last_seq: lastSeq,
  });
  statements.run(
    `DELETE FROM open_turns WHERE turn = ?
       AND NOT EXISTS (SELECT 1 FROM record_rows AS record WHERE record.turn = open_turns.turn AND seq > ?)`,
    idKey(turn.id),
    lastSeq,
  );
  return known(seq);
}

function seqOf(statements: SqliteStatements, id: RecordId): number | undefined {
  return statements.get<Stored<RecordColumns>>('SELECT seq FROM record_rows WHERE id = ?', idKey(id))?.seq;
}

/** Places have no id. */
function isPlaceKnown(statements: SqliteStatements, { spaceId, anchor, root, seenAt }: SpacePlace): boolean {
  const where = 'space_id = ? AND anchor = ? AND root = ? AND seen_at = ?';
  return statements.get(`SELECT 1 FROM space_roots WHERE ${where}`, spaceId, anchor, root, seenAt) !== undefined;
}

function insertTombstone(statements: SqliteStatements, { of, hash, erasedAt }: Tombstone): void {
  // Without the number its record had: there is no such gap here.
  if (of === 'record') insertRow(statements, 'tombstones', { id_hash: hash, record_seq: null, erased_at: erasedAt });
  else if (of === 'content') insertRow(statements, 'content_tombstones', { content_hash: hash, erased_at: erasedAt });
  else insertRow(statements, 'session_tombstones', { id_hash: hash, refused_through: erasedAt });
}

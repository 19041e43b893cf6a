/**
 * Turns from records: the next revision of a turn, when there is something new to say. Looking at a turn takes it off
 * the list of open turns even when its content did not change; its next record puts it back.
 */

import type { SessionId, TurnId } from '../../memory/ids.ts';
import { assembleTurn, orderRecords, type Turn, type TurnCloseReason, type TurnContent } from '../../memory/turn.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { sessionNum } from './row-numbers.ts';
import { RECORD_CELLS, TURN_CELLS, turnOf } from './rows.ts';
import { insertRow, type ObservationColumns } from './tables.ts';
import { heldTexts, readContent, readRecordsOfTurn, sameTexts, textsOf } from './turn-texts.ts';

export interface TurnClosing {
  readonly id: TurnId;
  readonly reason: TurnCloseReason;
  readonly closedAt: number;
}

/**
 * Inserts the next revision of a turn, assembled from its records. Undefined when it has no records, or when the
 * content is the same as that of the newest revision.
 */
export function closeTurn(
  statements: SqliteStatements,
  id: TurnId,
  reason: TurnCloseReason,
  closedAt: number,
): Turn | undefined {
  const closing = { id, reason, closedAt };
  statements.run('DELETE FROM open_turns WHERE turn = ?', idKey(closing.id));
  const previous = newestRevision(statements, closing.id);
  const next = assembleRevision(statements, closing, previous);
  if (next === undefined) return undefined;
  if (previous !== undefined && sameTexts(textsOf(readContent(statements, previous)), textsOf(next.content)))
    return undefined;
  insertRow(statements, 'observations', next.row);
  return turnOf(next.row, next.content);
}

export function newestRevision(statements: SqliteStatements, id: TurnId): ObservationColumns | undefined {
  return statements.get(`SELECT ${TURN_CELLS} FROM observations WHERE key = ? ORDER BY rev DESC LIMIT 1`, idKey(id));
}

/** What it says, and as it is stored. */
interface Revision {
  readonly content: TurnContent;
  readonly row: ObservationColumns;
}

/** The revision after `previous`, from the records as they are now; undefined when there are none. */
export function assembleRevision(
  statements: SqliteStatements,
  closing: TurnClosing,
  previous: ObservationColumns | undefined,
): Revision | undefined {
  const records = readRecordsOfTurn(statements, closing.id, Number.MAX_SAFE_INTEGER, RECORD_CELLS);
  const [earliest] = orderRecords(records);
  const [first, last] = [records[0], records.at(-1)];
  if (earliest === undefined || first === undefined || last === undefined) return undefined;
  const content = assembleTurn(records);
  const row = {
    id: closing.id,
    rev: (previous?.rev ?? 0) + 1,
    session_id: first.sessionId,
    workspace: records.find((record) => record.workspace !== null)?.workspace ?? null,
    sequence_num: previous?.sequence_num ?? nextSequenceNum(statements, first.sessionId),
    timestamp: earliest.ts,
    closed_at: closing.closedAt,
    close_reason: closing.reason,
    ...heldTexts(records, textsOf(content)),
    last_seq: last.seq,
  };
  return { content, row };
}

/**
 * In the order of closing, which costs the same however many records a session has. No two turns of a session share a
 * number; only that of a last turn which was erased is given again.
 */
function nextSequenceNum(statements: SqliteStatements, sessionId: SessionId): number {
  const closed = statements.get<{ readonly highest: number | null }>(
    'SELECT max(sequence_num) AS highest FROM observation_rows WHERE session = ?',
    sessionNum(statements, sessionId),
  );
  return (closed?.highest ?? 0) + 1;
}

/**
 * Turns from records: the next revision of a turn, when there is something new to say. Looking at a turn takes it off
 * the list of open turns even when its content did not change; its next record puts it back.
 */
import type { SessionId, TurnId } from '../../memory/ids.ts';
import { assembleTurn, orderRecords, type Turn, type TurnCloseReason } from '../../memory/turn.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { RECORD_CELLS, turnOf, type WholeTurnRow } from './rows.ts';
import { idKey, sessionNum } from './stored-ids.ts';
import { insertRow, type ObservationColumns } from './tables.ts';
import { heldTexts, readRecordsOfTurn, sameTexts, textsOf, wholeTurn } from './turn-texts.ts';

export interface TurnClosing {
  readonly id: TurnId;
  readonly reason: TurnCloseReason;
  readonly closedAt: number;
}

export function closeTurn(statements: SqliteStatements, closing: TurnClosing): Turn | undefined {
  statements.run('DELETE FROM open_turns WHERE turn = ?', idKey(closing.id));
  const previous = newestRevision(statements, closing.id);
  const next = assembleRevision(statements, closing, previous);
  if (next === undefined) return undefined;
  if (previous !== undefined && sameTexts(wholeTurn(statements, previous), next.whole)) return undefined;
  insertRow(statements, 'observations', next.row);
  return turnOf(next.whole);
}

export function newestRevision(statements: SqliteStatements, id: TurnId): ObservationColumns | undefined {
  return statements.get('SELECT * FROM observations WHERE key = ? ORDER BY rev DESC LIMIT 1', idKey(id));
}

/** As it is told, and as it is stored. */
interface Revision {
  readonly whole: WholeTurnRow;
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
  const texts = textsOf(assembleTurn(records));
  const whole = {
    id: closing.id,
    rev: (previous?.rev ?? 0) + 1,
    session_id: first.sessionId,
    workspace: records.find((record) => record.workspace !== null)?.workspace ?? null,
    sequence_num: previous?.sequence_num ?? nextSequenceNum(statements, first.sessionId),
    timestamp: earliest.ts,
    closed_at: closing.closedAt,
    close_reason: closing.reason,
    ...texts,
    last_seq: last.seq,
  };
  return { whole, row: { ...whole, ...heldTexts(records, texts) } };
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

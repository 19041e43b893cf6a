/**
 * Turns from records: the next revision of a turn, when there is something new to say. Looking at a turn takes it off
 * the list of open turns even when its content did not change; its next record puts it back.
 */
import type { SessionId, TurnId } from '../../memory/ids.ts';
import { assembleTurn, orderRecords, type Turn, type TurnCloseReason, type TurnContent } from '../../memory/turn.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { readRecordsOfTurn } from './reads.ts';
import { turnOf } from './rows.ts';
import { insertRow, type ObservationColumns } from './tables.ts';

export interface TurnClosing {
  readonly id: TurnId;
  readonly reason: TurnCloseReason;
  readonly closedAt: number;
}

export function closeTurn(statements: SqliteStatements, closing: TurnClosing): Turn | undefined {
  statements.run('DELETE FROM open_turns WHERE turn_id = ?', closing.id);
  const previous = newestRevision(statements, closing.id);
  const next = assembleRevision(statements, closing, previous);
  if (next === undefined || (previous !== undefined && sameContent(previous, next))) return undefined;
  insertRow(statements, 'observations', next);
  return turnOf(next);
}

export function newestRevision(statements: SqliteStatements, id: TurnId): ObservationColumns | undefined {
  return statements.get('SELECT * FROM observations WHERE id = ? ORDER BY rev DESC LIMIT 1', id);
}

/** The revision after `previous`, from the records as they are now; undefined when there are none. */
export function assembleRevision(
  statements: SqliteStatements,
  closing: TurnClosing,
  previous: ObservationColumns | undefined,
): ObservationColumns | undefined {
  const records = readRecordsOfTurn(statements, closing.id, Number.MAX_SAFE_INTEGER, 'records.*');
  const [earliest] = orderRecords(records);
  const [first, last] = [records[0], records.at(-1)];
  if (earliest === undefined || first === undefined || last === undefined) return undefined;
  return {
    id: closing.id,
    rev: (previous?.rev ?? 0) + 1,
    session_id: first.sessionId,
    workspace: records.find((record) => record.workspace !== null)?.workspace ?? null,
    sequence_num: previous?.sequence_num ?? nextSequenceNum(statements, first.sessionId),
    timestamp: earliest.ts,
    closed_at: closing.closedAt,
    close_reason: closing.reason,
    ...contentColumns(assembleTurn(records)),
    last_seq: last.seq,
  };
}

export function contentColumns({ userMessage, toolCalls, agentResponse, errors }: TurnContent) {
  return {
    user_message: userMessage,
    tool_calls_json: JSON.stringify(toolCalls),
    agent_response: agentResponse,
    errors_json: JSON.stringify(errors),
  } satisfies Partial<ObservationColumns>;
}

function sameContent(a: ObservationColumns, b: ObservationColumns): boolean {
  return (
    a.user_message === b.user_message &&
    a.tool_calls_json === b.tool_calls_json &&
    a.agent_response === b.agent_response &&
    a.errors_json === b.errors_json
  );
}

/**
 * In the order of closing, which costs the same however many records a session has. No two turns of a session share a
 * number; only that of a last turn which was erased is given again.
 */
function nextSequenceNum(statements: SqliteStatements, sessionId: SessionId): number {
  const closed = statements.get<{ readonly highest: number | null }>(
    'SELECT max(sequence_num) AS highest FROM observations WHERE session_id = ?',
    sessionId,
  );
  return (closed?.highest ?? 0) + 1;
}

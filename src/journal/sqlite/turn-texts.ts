/**
 * The text of turns. One that says what its records say holds none of its own and is read from them: the same words would
 * stand in the journal twice. One whose records say much more than it does holds its own, so that a list of turns reads
 * about as much as it shows.
 */
import type { TurnId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { assembleTurn, type Turn, type TurnContent } from '../../memory/turn.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { RECORD_CELLS, RECORD_ROW, type RecordRow, recordOf, turnOf, type WholeTurnRow } from './rows.ts';
import { idKey } from './stored-ids.ts';
import type { ObservationColumns } from './tables.ts';

type TurnTexts = Pick<WholeTurnRow, 'user_message' | 'tool_calls_json' | 'agent_response' | 'errors_json'>;
type HeldTexts = Pick<ObservationColumns, keyof TurnTexts>;

const NONE: HeldTexts = { user_message: null, tool_calls_json: null, agent_response: null, errors_json: null };
/** How much more than the turn its records may say, and how much in any case. */
const MOST_TIMES = 2;
const MOST_CHARS = 4_000;

/** In the order the journal took them. Who only wants their own columns says so. */
export function readRecordsOfTurn(
  statements: SqliteStatements,
  id: TurnId,
  throughSeq: number,
  columns = RECORD_ROW,
): readonly StoredRecord[] {
  const sql = `SELECT ${columns} FROM records WHERE turn = ? AND seq <= ? ORDER BY seq`;
  return statements.all<RecordRow>(sql, idKey(id), throughSeq).map(recordOf);
}

/** What a turn of these records is to hold when it says what they say. */
export function heldTexts(records: readonly StoredRecord[], texts = textsOf(assembleTurn(records))): HeldTexts {
  const said = records.reduce((chars, { content }) => chars + content.length, 0);
  const own = Object.values(texts).reduce((chars, text) => chars + text.length, 0);
  return said > MOST_TIMES * own + MOST_CHARS ? texts : NONE;
}

/** The same, for a turn that was made elsewhere: it goes on saying what it says. */
export function heldTextsOf(content: TurnContent, records: readonly StoredRecord[]): HeldTexts {
  const texts = textsOf(content);
  return sameTexts(texts, textsOf(assembleTurn(records))) ? heldTexts(records, texts) : texts;
}

/** The row with its text, wherever that is. */
export function wholeTurn<Row extends ObservationColumns>(statements: SqliteStatements, row: Row): Row & TurnTexts {
  const { user_message, tool_calls_json, agent_response, errors_json } = row;
  if (user_message !== null && tool_calls_json !== null && agent_response !== null && errors_json !== null)
    return { ...row, user_message, tool_calls_json, agent_response, errors_json };
  return { ...row, ...textsOf(assembleTurn(readRecordsOfTurn(statements, row.id, row.last_seq, RECORD_CELLS))) };
}

export function readWholeTurn(statements: SqliteStatements): (row: ObservationColumns) => Turn {
  return (row) => turnOf(wholeTurn(statements, row));
}

export function sameTexts(a: TurnTexts, b: TurnTexts): boolean {
  return (
    a.user_message === b.user_message &&
    a.tool_calls_json === b.tool_calls_json &&
    a.agent_response === b.agent_response &&
    a.errors_json === b.errors_json
  );
}

export function textsOf({ userMessage, toolCalls, agentResponse, errors }: TurnContent): TurnTexts {
  return {
    user_message: userMessage,
    tool_calls_json: JSON.stringify(toolCalls),
    agent_response: agentResponse,
    errors_json: JSON.stringify(errors),
  };
}

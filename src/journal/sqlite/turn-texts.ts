/**
 * The text of turns. One that says what its records say holds none of its own and is read from them: the same words would
 * stand in the journal twice. One whose records say much more than it does holds its own, so that a list of turns reads
 * about as much as it shows.
 */

import type { TurnId } from '../../memory/ids.ts';
import type { JsonObject, StoredRecord } from '../../memory/record.ts';
import { assembleTurn, type SaidRecord, type Turn, type TurnContent } from '../../memory/turn.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { fromJson } from '../../store/json-cells.ts';
import { RECORD_ROW, type RecordRow, recordOf, turnOf } from './rows.ts';
import type { ObservationColumns, RecordColumns, Stored } from './tables.ts';

type HeldTexts = Pick<ObservationColumns, 'user_message' | 'tool_calls_json' | 'agent_response' | 'errors_json'>;
type TurnTexts = { readonly [Column in keyof HeldTexts]: NonNullable<HeldTexts[Column]> };

const NONE: HeldTexts = { user_message: null, tool_calls_json: null, agent_response: null, errors_json: null };
/** How much more than the turn its records may say, and how much in any case. */
const MOST_TIMES = 2;
const MOST_CHARS = 4_000;

/**
 * What the revision was made from: its records as far as it had seen them, in the order the journal took them. In the
 * order the journal took them. Who only wants their own columns says so.
 */
export function readRecordsOfTurn(
  statements: SqliteStatements,
  id: TurnId,
  throughSeq: number,
  columns = RECORD_ROW,
): readonly StoredRecord[] {
  const sql = `SELECT ${columns} FROM records WHERE turn = ? AND seq <= ? ORDER BY seq`;
  return statements.all<RecordRow>(sql, idKey(id), throughSeq).map(recordOf);
}

/** As much of them as the turn is made of, which is read in half the time. */
export function readSaid(statements: SqliteStatements, id: TurnId, throughSeq: number): readonly SaidRecord[] {
  const sql = `SELECT seq, ts, type, tool, path, content, metadata FROM record_rows
    WHERE turn = ? AND seq <= ? ORDER BY seq`;
  return statements
    .all<Pick<Stored<RecordColumns>, keyof SaidRecord>>(sql, idKey(id), throughSeq)
    .map((row) => ({ ...row, metadata: fromJson<JsonObject>(row.metadata, 'records', `${row.seq}`) }));
}

/** What a turn of these records is to hold when it says what they say. */
export function heldTexts(records: readonly SaidRecord[], texts = textsOf(assembleTurn(records))): HeldTexts {
  const said = records.reduce((chars, { content }) => chars + content.length, 0);
  const own = Object.values(texts).reduce((chars, text) => chars + text.length, 0);
  return said > MOST_TIMES * own + MOST_CHARS ? texts : NONE;
}

/** The same, for a turn that was made elsewhere: it goes on saying what it says. */
export function heldTextsOf(content: TurnContent, records: readonly SaidRecord[]): HeldTexts {
  const texts = textsOf(content);
  return sameTexts(texts, textsOf(assembleTurn(records))) ? heldTexts(records, texts) : texts;
}

export function readWholeTurn(statements: SqliteStatements): (row: ObservationColumns) => Turn {
  return (row) => turnOf(row, readContent(statements, row));
}

/** What a turn says, wherever that stands. */
export function readContent(statements: SqliteStatements, row: ObservationColumns): TurnContent {
  const { user_message, tool_calls_json, agent_response, errors_json } = row;
  if (user_message === null || tool_calls_json === null || agent_response === null || errors_json === null)
    return assembleTurn(readSaid(statements, row.id, row.last_seq));
  return {
    userMessage: user_message,
    toolCalls: fromJson<Turn['toolCalls']>(tool_calls_json, 'observations', row.id),
    agentResponse: agent_response,
    errors: fromJson<Turn['errors']>(errors_json, 'observations', row.id),
  };
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

/**
 * Sessions and what is in them, page by page. A page is picked first, so that only its own summaries are made.
 *
 * Limits: words are looked for in the first turns of the newest `TITLED_SESSIONS` sessions only, and there in the beginning
 * that lists show; letters beyond ASCII are told apart by their case.
 */
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import { MARKER_LINES } from '../../memory/marker-lines.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { SessionSummary } from '../../memory/session.ts';
import type { Turn } from '../../memory/turn.ts';
import { pageMark, readPageMark } from '../../platform/cursor.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { limitOf } from './reads.ts';
import { sessionNum } from './row-numbers.ts';
import { RECORD_ROW, type RecordRow, recordOf, type SessionSummaryRow, sessionOf, TURN_CELLS } from './rows.ts';
import type { ObservationColumns } from './tables.ts';
import { readWholeTurn } from './turn-texts.ts';

/** Where a page ended; made by the engine and read by nobody else. */
type PageMark = string;

interface SessionFilter {
  readonly workspace?: SpaceId | null;
  readonly text?: string;
  readonly after?: PageMark;
  readonly limit: number;
}

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  /** Undefined at the end. */
  readonly next: PageMark | undefined;
}

/** How many of the newest sessions are also found by what was said first in them: each costs a look at its first turn. */
export const TITLED_SESSIONS = 1_000;

/** When it started, and its place among those that started then. */
const MARK_NUMBERS = 2;
/** More of a title no list shows. */
const TITLE_CHARS = 300;
/** What a turn says, also where its records say it for it. */
const textFrom = (column: string, type: string) => `ifnull(${column}, ifnull((
    SELECT group_concat(content, char(10, 10) ORDER BY ts, seq) FROM record_rows
    WHERE turn = turn.key AND type = '${type}' AND seq <= turn.last_seq
  ), ''))`;
const ASKED = textFrom('user_message', 'prompt');
const SAID = textFrom('agent_response', 'assistant');
const NAMES_HOLD = "instr(lower(client || char(10) || ifnull(cwd, '') || char(10) || id), lower(?)) > 0";
const TITLE_HOLDS = `started_at >= (
    SELECT ifnull(min(started_at), 0) FROM (SELECT started_at FROM sessions ORDER BY started_at DESC LIMIT ${TITLED_SESSIONS})
  ) AND instr(lower((
    SELECT substr(iif(trim(${ASKED}, char(9, 10, 13, 32)) = '', ${SAID}, ${ASKED}), 1, ${TITLE_CHARS})
    FROM newest_turns AS turn WHERE turn.session = sessions.seq ORDER BY sequence_num LIMIT 1
  )), lower(?)) > 0`;

/**
 * Newest first; `text` is looked for in the name of the client, the folder and the id, and in the beginning of the
 * first turn of the newest `TITLED_SESSIONS`. Costs the same everywhere.
 */
export function readSessionPage(statements: SqliteStatements, filter: SessionFilter): SessionPage {
  const limit = limitOf(filter.limit);
  const [sql, values] = sessionPageQuery({ ...filter, limit: limit + 1 });
  const rows = statements.all<SessionSummaryRow>(sql, ...values);
  const end = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    sessions: rows.slice(0, limit).map(sessionOf),
    next: end === undefined ? undefined : pageMark([end.started_at, end.seq]),
  };
}

/** Those of the client `run` are of agents that never spoke. */
function sessionPageQuery({
  workspace,
  text,
  after,
  limit,
}: SessionFilter): readonly [sql: string, values: readonly SqliteValue[]] {
  const place = after === undefined ? [] : readPageMark(after, MARK_NUMBERS);
  const wanted = text === undefined || text.trim() === '' ? [] : [text.trim().toWellFormed()];
  const conditions = [
    "client <> 'run'",
    ...(workspace === undefined ? [] : ['workspace IS ?']),
    ...wanted.map(() => `(${NAMES_HOLD} OR ${TITLE_HOLDS})`),
    ...(place.length === 0 ? [] : ['(started_at, seq) < (?, ?)']),
  ];
  const sql = `SELECT summary.* FROM
      (SELECT seq FROM sessions WHERE ${conditions.join(' AND ')} ORDER BY started_at DESC, seq DESC LIMIT ?) AS page
      CROSS JOIN session_summaries AS summary ON summary.seq = page.seq
    ORDER BY summary.started_at DESC, summary.seq DESC`;
  return [sql, [...(workspace === undefined ? [] : [workspace]), ...wanted, ...wanted, ...place, limit]];
}

/** Newest revisions in the order of the session; `after` is the `sequenceNum` of the last one of the page before. */
export function readTurnPage(
  statements: SqliteStatements,
  { sessionId, after = 0, limit }: { readonly sessionId: SessionId; readonly after?: number; readonly limit: number },
): readonly Turn[] {
  const sql = `SELECT ${TURN_CELLS} FROM newest_turns
    WHERE session = ? AND sequence_num > ? ORDER BY sequence_num LIMIT ?`;
  const values = [sessionNum(statements, sessionId), after, limitOf(limit)] as const;
  return statements.all<ObservationColumns>(sql, ...values).map(readWholeTurn(statements));
}

/** What happened between turns: starts, compactions, ends. In the order of the journal. */
export function readRecordsBetweenTurns(
  statements: SqliteStatements,
  id: SessionId,
  limit: number,
): readonly StoredRecord[] {
  const sql = `SELECT ${RECORD_ROW} FROM records WHERE session = ? AND turn IS NULL ORDER BY seq LIMIT ?`;
  return statements.all<RecordRow>(sql, sessionNum(statements, id), limitOf(limit)).map(recordOf);
}

/** How long a text is stands before it: what is beyond the bounds is not read. */
const TEXTS_HOLDING = `WITH own AS (
    SELECT seq, sum(octet_length(content)) OVER (ORDER BY seq DESC) AS bytes FROM record_rows
    WHERE session = ? AND ts <= ?
      AND (type IN ('tool_result', 'error') OR source IN ('pasted', 'tool', 'file', 'import'))
  ), held AS (
    SELECT own.seq, sum(octet_length(content)) OVER (ORDER BY own.seq DESC) AS bytes
    FROM own CROSS JOIN record_rows AS record ON record.seq = own.seq
    WHERE own.bytes <= ? AND instr(lower(content), lower(?)) > 0
  )
  SELECT content FROM held CROSS JOIN record_rows AS record ON record.seq = held.seq WHERE held.bytes <= ? ORDER BY held.seq DESC`;
const LOOKED_THROUGH = 16;

/**
 * Of a session, newest first: texts that its agent did not say (tool results, pasted prompts) and that hold this
 * piece; no more than fit into so many bytes, looked for in sixteen times as many. With a moment, of what was there by
 * then. Limits: letters beyond ASCII are told apart by their case.
 */
export function readTextsHolding(
  statements: SqliteStatements,
  id: SessionId,
  piece: string,
  bytes: number,
  until = Number.MAX_SAFE_INTEGER,
): readonly string[] {
  const most = limitOf(bytes);
  const values = [sessionNum(statements, id), until, most * LOOKED_THROUGH, piece.toWellFormed(), most];
  return statements.all<{ readonly content: string }>(TEXTS_HOLDING, ...values).map(({ content }) => content);
}

/** Of a session, newest first: digests of marker lines its agent has read (`MARKER_LINES`), record by record. */
export function readMarkerLines(statements: SqliteStatements, id: SessionId, limit: number): readonly string[] {
  const rows = statements.all<{ readonly lines: string }>(
    `SELECT json_extract(metadata, '$.${MARKER_LINES}') AS lines FROM record_rows
     WHERE session = ? AND instr(metadata, '"${MARKER_LINES}"') > 0 AND lines IS NOT NULL ORDER BY seq DESC LIMIT ?`,
    sessionNum(statements, id),
    limitOf(limit),
  );
  return rows.map(({ lines }) => lines);
}

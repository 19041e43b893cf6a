/** Sessions and what is in them, page by page. A page is picked first, so that only its own summaries are made. */
import type { SessionId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { Turn } from '../../memory/turn.ts';
import { pageMark, readPageMark } from '../../platform/page-mark.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import type { Journal, SessionPage } from '../journal.ts';
import { limitOf } from './reads.ts';
import { recordOf, type SessionSummaryRow, sessionOf, turnOf } from './rows.ts';
import type { ObservationColumns, RecordColumns, Stored } from './tables.ts';

/** When it started, and its place among those that started then. */
const MARK_NUMBERS = 2;

export function readSessionPage(
  statements: SqliteStatements,
  filter: Parameters<Journal['sessionPage']>[0],
): SessionPage {
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
}: Parameters<Journal['sessionPage']>[0]): readonly [sql: string, values: readonly SqliteValue[]] {
  const place = after === undefined ? [] : readPageMark(after, MARK_NUMBERS);
  const wanted = text === undefined || text.trim() === '' ? [] : [text.trim().toLowerCase()];
  const conditions = [
    "client <> 'run'",
    ...(workspace === undefined ? [] : ['workspace IS ?']),
    ...wanted.map(() => "instr(lower(client || char(10) || ifnull(cwd, '') || char(10) || id), ?) > 0"),
    ...(place.length === 0 ? [] : ['(started_at, seq) < (?, ?)']),
  ];
  const sql = `SELECT summary.* FROM
      (SELECT seq FROM sessions WHERE ${conditions.join(' AND ')} ORDER BY started_at DESC, seq DESC LIMIT ?) AS page
      CROSS JOIN session_summaries AS summary ON summary.seq = page.seq
    ORDER BY summary.started_at DESC, summary.seq DESC`;
  return [sql, [...(workspace === undefined ? [] : [workspace]), ...wanted, ...place, limit]];
}

export function readTurnPage(
  statements: SqliteStatements,
  { sessionId, after = 0, limit }: Parameters<Journal['turnPage']>[0],
): readonly Turn[] {
  const sql = 'SELECT * FROM newest_turns WHERE session_id = ? AND sequence_num > ? ORDER BY sequence_num LIMIT ?';
  return statements.all<ObservationColumns>(sql, sessionId, after, limitOf(limit)).map(turnOf);
}

export function readRecordsBetweenTurns(
  statements: SqliteStatements,
  id: SessionId,
  limit: number,
): readonly StoredRecord[] {
  const sql = 'SELECT * FROM records WHERE session_id = ? AND turn_id IS NULL ORDER BY seq LIMIT ?';
  return statements.all<Stored<RecordColumns>>(sql, id, limitOf(limit)).map(recordOf);
}

/** Limits: reads the session's records from their rows; letters beyond ASCII are told apart by their case. */
export function readTextsHolding(
  statements: SqliteStatements,
  id: SessionId,
  piece: string,
  limit: number,
): readonly string[] {
  const rows = statements.all<{ readonly content: string }>(
    `SELECT content FROM records WHERE session_id = ?
       AND (type IN ('tool_result', 'error') OR source IN ('pasted', 'tool', 'file', 'import'))
       AND instr(lower(content), lower(?)) > 0 LIMIT ?`,
    id,
    piece.toWellFormed(),
    limitOf(limit),
  );
  return rows.map(({ content }) => content);
}

/**
 * Whether an agent was at work in a stretch of time: something of a session was recorded in it, a turn spans it, or a call
 * that began up to a day before it has no outcome yet. Limit: a turn longer than a day counts by its records alone.
 */
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { EMPTIED_OR_NOT, EVERY_SPACE } from './event-pages.ts';

const LONGEST_TURN_MS = 24 * 60 * 60_000;

/** Space by space, as each is found in the index of them. */
const RECORDED = `${EVERY_SPACE}
  SELECT 1 FROM own WHERE EXISTS (
    SELECT 1 FROM record_rows AS record INDEXED BY records_by_space
    WHERE record.space IS own.space AND ${EMPTIED_OR_NOT} AND ts >= ? AND ts <= ?
  ) LIMIT 1`;

const SPANNED = `SELECT 1 FROM observation_rows AS turn WHERE turn.timestamp >= ? AND turn.timestamp <= ?
  AND EXISTS (SELECT 1 FROM record_rows AS record WHERE record.turn = turn.id AND record.ts > ?) LIMIT 1`;

/** A turn in which nothing happens for a while is closed as idle, whatever still runs in it. */
const UNANSWERED = `SELECT 1 FROM (
    SELECT turn AS id FROM open_turns
    UNION SELECT key FROM newest_turns WHERE timestamp >= ? AND timestamp <= ? AND close_reason IN ('idle', 'late-event')
  ) AS turn JOIN record_rows AS record ON record.turn = turn.id AND record.ts >= ? AND record.ts <= ?
  WHERE NOT EXISTS (
    SELECT 1 FROM record_rows AS closing WHERE closing.session = record.session AND closing.type = 'event'
      AND json_extract(closing.metadata, '$.event') = 'session-end' AND closing.ts >= record.ts AND closing.ts < ?
  )
  GROUP BY turn.id HAVING sum(record.type = 'tool_use') > sum(record.type IN ('tool_result', 'error')) LIMIT 1`;

/**
 * Whether a session was at work in this stretch of time, both ends included: it recorded something, a turn of it spans
 * the stretch, or a call that began in it or up to a day before has no outcome yet.
 */
export function wasAgentActive(
  statements: SqliteStatements,
  { since, until }: { readonly since: number; readonly until: number },
): boolean {
  const dayBefore = since - LONGEST_TURN_MS;
  return (
    statements.get(RECORDED, since, until) !== undefined ||
    statements.get(SPANNED, dayBefore, since, until) !== undefined ||
    statements.get(UNANSWERED, dayBefore, until, dayBefore, until, since) !== undefined
  );
}

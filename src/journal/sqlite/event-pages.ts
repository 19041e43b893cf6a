/** The feed of events, and how much happened when. Limits: ends of sessions are in no feed (0006-pages). */
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { pageMark, readPageMark } from '../../platform/cursor.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { limitOf } from './reads.ts';
import { sessionNum, spaceNum } from './row-numbers.ts';
import { RECORD_ROW, type RecordRow, recordOf } from './rows.ts';

export interface EventFilter {
  readonly workspace?: SpaceId | null;
  readonly sessionId?: SessionId;
  /** `metadata.level` and `metadata.service` of the record. */
  readonly levels?: readonly string[];
  readonly service?: string;
  /** `metadata.event` of the record: `marker`, `cooldown`, `run-start`, `run-end`; never `session-end`. */
  readonly kinds: readonly string[];
  /** Also of the record: what was done, and only those that say how often it may be (`metadata.uses`). */
  readonly action?: string;
  readonly isLimited?: true;
  /** Nothing that happened earlier, or later. */
  readonly since?: number;
  readonly until?: number;
  readonly after?: string;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly StoredRecord[];
  /** Of each of them: where a page that ended there would have ended. */
  readonly marks: readonly string[];
  readonly next: string | undefined;
}

/** When it happened, and its place in the journal. */
const MARK_NUMBERS = 2;

/** Records of type `event`, newest first. */
export function readEventPage(statements: SqliteStatements, filter: EventFilter): EventPage {
  if (filter.kinds.length === 0) return { events: [], marks: [], next: undefined };
  const limit = limitOf(filter.limit);
  const [sql, values] = eventPageQuery(statements, { ...filter, limit: limit + 1 });
  const rows = statements.all<RecordRow>(sql, ...values);
  const page = rows.slice(0, limit);
  const marks = page.map(({ ts, seq }) => pageMark([ts, seq]));
  return { events: page.map(recordOf), marks, next: rows.length > limit ? marks.at(-1) : undefined };
}

/** One ordered walk of the index for each kind: one over all of them would have to sort all there is. */
function eventPageQuery(
  statements: SqliteStatements,
  filter: EventFilter,
): readonly [sql: string, values: readonly SqliteValue[]] {
  const { workspace, sessionId, levels, service, action, isLimited, since, until, after, limit } = filter;
  const conditions: readonly (readonly [sql: string, ...values: SqliteValue[]])[] = [
    ...(workspace === undefined ? [] : [['space IS ?', spaceNum(statements, workspace)] as const]),
    ...(sessionId === undefined ? [] : [['session = ?', sessionNum(statements, sessionId)] as const]),
    ...(levels === undefined
      ? []
      : [["json_extract(metadata, '$.level') IN (SELECT value FROM json_each(?))", JSON.stringify(levels)] as const]),
    ...(service === undefined ? [] : [["json_extract(metadata, '$.service') = ?", service] as const]),
    ...(action === undefined ? [] : [["json_extract(metadata, '$.action') = ?", action] as const]),
    ...(isLimited === undefined ? [] : [["json_extract(metadata, '$.uses') IS NOT NULL"] as const]),
    ...(since === undefined ? [] : [['ts >= ?', since] as const]),
    ...(until === undefined ? [] : [['ts <= ?', until] as const]),
    ...(after === undefined ? [] : [['(ts, seq) < (?, ?)', ...readPageMark(after, MARK_NUMBERS)] as const]),
  ];
  const more = conditions.map(([condition]) => `AND ${condition}`).join(' ');
  const walk = `SELECT * FROM (
    SELECT seq, ts FROM record_rows INDEXED BY records_of_events
    WHERE type = 'event' AND json_extract(metadata, '$.event') <> 'session-end'
      AND json_extract(metadata, '$.event') = ? ${more} ORDER BY ts DESC, seq DESC LIMIT ?
  )`;
  const kinds = [...new Set(filter.kinds)];
  const sql = `SELECT ${RECORD_ROW} FROM (${kinds.map(() => walk).join(' UNION ALL ')}) AS page
    CROSS JOIN records ON records.seq = page.seq ORDER BY page.ts DESC, page.seq DESC LIMIT ?`;
  const values = conditions.flatMap(([, ...own]) => own);
  return [sql, [...kinds.flatMap((kind) => [kind, ...values, limit]), limit]];
}

/** Every space that has records, found in the index of them; the last step of the walk is for records of none. */
export const EVERY_SPACE = `WITH RECURSIVE own (space) AS (
    SELECT min(space) FROM record_rows
    UNION ALL
    SELECT (SELECT min(space) FROM record_rows WHERE space > own.space) FROM own WHERE own.space IS NOT NULL
  )`;
/** With their text or without: the index of spaces holds them apart. */
export const EMPTIED_OR_NOT = "(json_extract(metadata, '$.emptied') IS NULL) IN (0, 1)";
const BETWEEN = `${EVERY_SPACE}
  SELECT ifnull(sum((
    SELECT count(*) FROM record_rows AS record INDEXED BY records_by_space
    WHERE record.space IS own.space AND ${EMPTIED_OR_NOT} AND ts >= ? AND ts < ?
  )), 0) AS count FROM own`;

/** How many records happened between each two of these moments, which ascend. */
export function readRecordsBetween(statements: SqliteStatements, moments: readonly number[]): readonly number[] {
  return moments
    .slice(1)
    .map((until, at) => statements.get<{ readonly count: number }>(BETWEEN, moments[at] ?? until, until)?.count ?? 0);
}

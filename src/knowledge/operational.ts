/** What is known of services, and how much was learned when. */

import type { SessionId, SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import { pageMark, readPageMark } from '../platform/cursor.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import type { Cells } from '../store/table.ts';
import { type Condition, limitOf, type Query, whereOf } from './conditions.ts';
import { isActiveAt, lossAt } from './decay-sql.ts';
import { LEARNINGS } from './tables.ts';

interface OperationalFilter {
  readonly workspace: SpaceId | null;
  /** The moment confidence is told for. */
  readonly now: number;
  readonly limit: number;
}

export interface CreatedFilter {
  /** Exactly this scope, as above. */
  readonly workspace?: SpaceId | null;
  readonly sessionId?: SessionId;
  readonly subject?: string;
  /** None that was made later. */
  readonly until?: number;
  /** The mark of the last one of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface CreatedLearning {
  /** Its place in the order; made by the engine and read by nobody else. */
  readonly mark: string;
  readonly learning: Learning;
}

/** Word for word as in the indexes: that is how they are found. */
const IS_OPERATIONAL: Condition = ["type IN ('timing', 'dependency', 'behavior', 'remediation', 'maintenance')"];
/** The old wording of one that a person has put in other words: it was made when that one was. */
const IS_NO_TWIN: Condition = [
  `NOT EXISTS (SELECT 1 FROM learnings AS next
     WHERE next.id = learnings.superseded_by AND next.created_at = learnings.created_at)`,
];

/** What operational learnings are about, in alphabetical order. */
export function readServices(statements: SqliteStatements): readonly string[] {
  const [where] = whereOf([IS_OPERATIONAL, ['subject IS NOT NULL']]);
  const rows = statements.all<{ readonly subject: string }>(
    `SELECT DISTINCT subject FROM learnings ${where} ORDER BY subject`,
  );
  return rows.map(({ subject }) => subject);
}

/**
 * Operational learnings of a space and the user scope that hold, the strongest first (C-041). Equally sure ones: who
 * was confirmed last comes first.
 */
export function readOperational(
  statements: SqliteStatements,
  filter: OperationalFilter,
): { readonly learnings: readonly Learning[]; readonly total: number } {
  const [sql, values] = operationalQuery(filter);
  const rows = statements.all<Cells>(
    `SELECT found.* FROM (
       SELECT * FROM (${sql}) ORDER BY sureness DESC, confirmed_at DESC, seq DESC LIMIT ?
     ) AS page CROSS JOIN learnings AS found ON found.seq = page.seq
     ORDER BY page.sureness DESC, page.confirmed_at DESC, page.seq DESC`,
    ...values,
    limitOf(filter.limit),
  );
  const sum = statements.get<{ readonly total: number }>(`SELECT count(*) AS total FROM (${sql})`, ...values);
  return { learnings: rows.map(LEARNINGS.value), total: sum?.total ?? 0 };
}

/** Space by space: an OR over them would look at those of all spaces. */
export function operationalQuery({ workspace, now }: OperationalFilter): Query {
  const walks = [...new Set([workspace, null])].map((space) => {
    const [where, values] = whereOf([['workspace IS ?', space], IS_OPERATIONAL, isActiveAt(now)]);
    const sql = `SELECT seq, min(sureness, fading - ?) AS sureness, confirmed_at
      FROM learnings INDEXED BY learnings_operational ${where}`;
    return [sql, [lossAt(now), ...values]] satisfies Query;
  });
  return [walks.map(([sql]) => sql).join(' UNION ALL '), walks.flatMap(([, values]) => values)];
}

/**
 * Operational learnings, newest (by creation) first, whether they still hold or not; without their former wordings.
 */
export function readCreatedOperational(
  statements: SqliteStatements,
  filter: CreatedFilter,
): readonly CreatedLearning[] {
  const [sql, values] = createdQuery(filter);
  return statements
    .all<Cells & { readonly created_at: number; readonly seq: number }>(sql, ...values)
    .map((row) => ({ mark: pageMark([row.created_at, row.seq]), learning: LEARNINGS.value(row) }));
}

export function createdQuery({ workspace, sessionId, subject, until, after, limit }: CreatedFilter): Query {
  const [where, values] = whereOf([
    IS_OPERATIONAL,
    ...(workspace === undefined ? [] : [['workspace IS ?', workspace] satisfies Condition]),
    ...(sessionId === undefined ? [] : [['session_id = ?', sessionId] satisfies Condition]),
    ...(subject === undefined ? [] : [['subject = ?', subject] satisfies Condition]),
    ...(until === undefined ? [] : [['created_at <= ?', until] satisfies Condition]),
    ...(after === undefined ? [] : [['(created_at, seq) < (?, ?)', ...readPageMark(after, 2)] satisfies Condition]),
    IS_NO_TWIN,
  ]);
  const sql = `SELECT found.* FROM (
      SELECT seq FROM learnings INDEXED BY learnings_operational_by_creation ${where}
      ORDER BY created_at DESC, seq DESC LIMIT ?
    ) AS page CROSS JOIN learnings AS found ON found.seq = page.seq ORDER BY found.created_at DESC, found.seq DESC`;
  return [sql, [...values, limitOf(limit)]];
}

/** How many were learned between each two of these moments, which ascend. */
export function readLearnedBetween(statements: SqliteStatements, moments: readonly number[]): readonly number[] {
  const sql = 'SELECT count(*) AS count FROM learnings WHERE created_at >= ? AND created_at < ?';
  return moments
    .slice(1)
    .map((until, at) => statements.get<{ readonly count: number }>(sql, moments[at] ?? until, until)?.count ?? 0);
}

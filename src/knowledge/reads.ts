/** The plain reads of knowledge but for learnings. Each is one statement, so each sees one state. */

import type { ActionStatus, PendingAction } from '../memory/action.ts';
import type { ActionId, ReviewId, SpaceId, TurnId } from '../memory/ids.ts';
import type { LearningType } from '../memory/learning.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { ReviewStatus } from '../memory/review.ts';
import { type FoundEdit, isFoundEdit, type Review } from '../memory/review.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { idKey } from '../platform/stored-ids.ts';
import { fromJson } from '../store/json-cells.ts';
import type { Cells } from '../store/table.ts';
import { inScope, limitOf, oneOf, whereOf } from './conditions.ts';
import { fileKey, PENDING_ACTIONS, REVIEWS } from './tables.ts';
import { wholeVersions } from './version-texts.ts';

export function readAction(statements: SqliteStatements, id: ActionId): PendingAction | undefined {
  const row = statements.get<Cells>('SELECT * FROM pending_actions WHERE id = ?', id);
  return row === undefined ? undefined : PENDING_ACTIONS.value(row);
}

/** Priority first, then newest. */
export function readActions(statements: SqliteStatements, filter: ActionFilter): readonly PendingAction[] {
  const [where, values] = whereOf([...oneOf('status', filter.statuses), ...inScope(filter)]);
  const sql = `SELECT * FROM pending_actions ${where} ORDER BY priority, created_at DESC, seq DESC LIMIT ? OFFSET ?`;
  return statements.all<Cells>(sql, ...values, limitOf(filter.limit), filter.skip ?? 0).map(PENDING_ACTIONS.value);
}

/** The newest version. */
export function readFile(statements: SqliteStatements, ref: MemoryFileRef): FileVersion | undefined {
  return readFileVersions(statements, ref, 1)[0];
}

export function readFileVersion(
  statements: SqliteStatements,
  ref: MemoryFileRef,
  version: number,
): FileVersion | undefined {
  const sql = 'SELECT * FROM file_versions WHERE workspace = ? AND name = ? AND version = ?';
  return wholeVersions(statements, statements.all(sql, ...fileKey(ref), version))[0];
}

/** Newest first. */
export function readFileVersions(
  statements: SqliteStatements,
  ref: MemoryFileRef,
  limit: number,
): readonly FileVersion[] {
  const sql = 'SELECT * FROM file_versions WHERE workspace = ? AND name = ? ORDER BY version DESC LIMIT ?';
  return wholeVersions(statements, statements.all(sql, ...fileKey(ref), limitOf(limit)));
}

/** The newest version of every file there is. */
export function readFiles(statements: SqliteStatements): readonly FileVersion[] {
  const rows = statements.all<Cells>(
    `SELECT * FROM file_versions AS file WHERE NOT EXISTS (
       SELECT 1 FROM file_versions AS newer
       WHERE newer.workspace = file.workspace AND newer.name = file.name AND newer.version > file.version
     ) ORDER BY workspace, name`,
  );
  return wholeVersions(statements, rows);
}

export function readReview(statements: SqliteStatements, id: ReviewId): Review | undefined {
  const row = statements.get<Cells>('SELECT * FROM reviews WHERE id = ?', id);
  return row === undefined ? undefined : REVIEWS.value(row);
}

/** A review of a change that was found on disk and waits. */
export const FOUND = "status = 'waiting' AND held ->> '$.before' IS NOT NULL";

/** Changes found on disk that wait; at most one of each file. */
export function readFoundEdits(statements: SqliteStatements): readonly FoundEdit[] {
  return statements
    .all<Cells>(`SELECT * FROM reviews WHERE ${FOUND} ORDER BY seq`)
    .map(REVIEWS.value)
    .filter(isFoundEdit);
}

/** Newest first. */
export function readReviews(statements: SqliteStatements, filter: ReviewFilter): readonly Review[] {
  const [where, values] = whereOf(oneOf('status', filter.statuses));
  const sql = `SELECT * FROM reviews ${where} ORDER BY created_at DESC, seq DESC LIMIT ? OFFSET ?`;
  return statements.all<Cells>(sql, ...values, limitOf(filter.limit), filter.skip ?? 0).map(REVIEWS.value);
}

/** The highest revision of the turn that was curated. */
export function readCuratedRevision(statements: SqliteStatements, id: TurnId): number | undefined {
  return statements.get<{ readonly rev: number }>('SELECT rev FROM curated_turns WHERE turn = ?', idKey(id))?.rev;
}

interface ActionFilter {
  /** As in `LearningFilter`. */
  readonly workspace?: SpaceId | null;
  readonly statuses?: readonly ActionStatus[];
  /** How many to pass over first. */
  readonly skip?: number;
  readonly limit: number;
}

interface ReviewFilter {
  readonly statuses?: readonly ReviewStatus[];
  /** As above. */
  readonly skip?: number;
  readonly limit: number;
}

export interface KnowledgeCounts {
  /** Those that hold, by type. */
  readonly learnings: Readonly<Partial<Record<LearningType, number>>>;
  /** All, also those that hold no more. */
  readonly learningsEver: number;
  /** Those that hold, and records. */
  readonly pinned: number;
  readonly sensitive: number;
  readonly pendingActions: number;
  readonly waitingReviews: number;
  /** Of these: which of two statements holds. */
  readonly waitingQuestions: number;
  readonly curatedTurns: number;
  readonly dropped: Readonly<Record<string, number>>;
}

interface CountColumns extends Omit<KnowledgeCounts, 'learnings' | 'dropped'> {
  readonly learnings: string;
  readonly dropped: string;
}

function marked(mark: string): string {
  return `(SELECT count(*) FROM learnings WHERE valid_to IS NULL AND ${mark} = 1)
    + (SELECT count(*) FROM record_marks WHERE ${mark} = 1) AS ${mark}`;
}

const COUNTS = `SELECT
  (SELECT json_group_object(type, held) FROM (
     SELECT type, count(*) AS held FROM learnings WHERE valid_to IS NULL GROUP BY type
   )) AS learnings,
  (SELECT count(*) FROM learnings) AS learningsEver,
  ${marked('pinned')}, ${marked('sensitive')},
  (SELECT count(*) FROM pending_actions WHERE status = 'pending') AS pendingActions,
  (SELECT count(*) FROM reviews WHERE status = 'waiting') AS waitingReviews,
  (SELECT count(*) FROM reviews WHERE status = 'waiting' AND held ->> '$.isKnown' = 1) AS waitingQuestions,
  (SELECT count(*) FROM curated_turns) AS curatedTurns,
  (SELECT json_group_object(reason, count) FROM dropped) AS dropped`;

const NONE: CountColumns = {
  learnings: '{}',
  learningsEver: 0,
  pinned: 0,
  sensitive: 0,
  pendingActions: 0,
  waitingReviews: 0,
  waitingQuestions: 0,
  curatedTurns: 0,
  dropped: '{}',
};

export function readCounts(statements: SqliteStatements): KnowledgeCounts {
  const row = statements.get<CountColumns>(COUNTS) ?? NONE;
  return {
    ...row,
    learnings: fromJson(row.learnings, 'learnings', 'counts'),
    dropped: fromJson(row.dropped, 'dropped', 'counts'),
  };
}

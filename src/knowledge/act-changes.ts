/** What acts did, for taking it back; and what rests on a record. */

import type { PendingAction } from '../memory/action.ts';
import type { ActId, ActionId, RecordId, ReviewId } from '../memory/ids.ts';
import type { Learning, LearningChange } from '../memory/learning.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { Review } from '../memory/review.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { fromJson, toJson } from '../store/json-cells.ts';
import type { Cells } from '../store/table.ts';
import type { KnowledgeChange } from './commit.ts';
import { readAction, readReview } from './reads.ts';
import { LEARNING_HISTORY, LEARNINGS, PENDING_ACTIONS } from './tables.ts';
import { wholeVersions } from './version-texts.ts';

interface ChangedRow<Id, Row> {
  readonly id: Id;
  readonly before: Row | null;
  readonly after: Row;
}

/** What acts did, each kind oldest first; `before` is null for what they made. */
export interface ActChanges {
  readonly learnings: readonly LearningChange[];
  readonly actions: readonly ChangedRow<ActionId, PendingAction>[];
  readonly reviews: readonly ChangedRow<ReviewId, Review>[];
  readonly files: readonly FileVersion[];
}

interface ActChangeColumns<Id> {
  readonly item: Id;
  readonly before: string | null;
  readonly after: string;
}

/** Before the rows are replaced. */
export function noteActChanges(statements: SqliteStatements, { actId, actions, reviews }: KnowledgeChange): void {
  if (actId === undefined) return;
  const note = (kind: 'action' | 'review', after: PendingAction | Review, before: object | undefined) =>
    statements.run(
      'INSERT INTO act_changes (act_id, kind, item, workspace, before, after) VALUES (?, ?, ?, ?, ?, ?)',
      actId,
      kind,
      after.id,
      after.workspace,
      before === undefined ? null : toJson(before),
      toJson(after),
    );
  for (const action of actions) note('action', action, readAction(statements, action.id));
  for (const review of reviews) note('review', review, readReview(statements, review.id));
}

/** What these acts did, as far as it is known: what actions and reviews were is forgotten with their scope. */
export function readActChanges(statements: SqliteStatements, acts: readonly ActId[]): ActChanges {
  const wanted = JSON.stringify(acts);
  const isTheirs = 'act_id IN (SELECT value FROM json_each(?))';
  const told = <Id, Item extends object>({ item, before, after }: ActChangeColumns<Id>) => ({
    id: item,
    before: before === null ? null : fromJson<Item>(before, 'act_changes', String(item)),
    after: fromJson<Item>(after, 'act_changes', String(item)),
  });
  const noted = <Id>(kind: string) =>
    statements.all<ActChangeColumns<Id>>(
      `SELECT item, before, after FROM act_changes WHERE ${isTheirs} AND kind = ? ORDER BY seq`,
      wanted,
      kind,
    );
  return {
    learnings: statements
      .all<Cells>(`SELECT * FROM learning_history WHERE ${isTheirs} ORDER BY seq`, wanted)
      .map(LEARNING_HISTORY.value),
    actions: noted<ActionId>('action').map((row) => told<ActionId, PendingAction>(row)),
    reviews: noted<ReviewId>('review').map((row) => told<ReviewId, Review>(row)),
    files: wholeVersions(
      statements,
      statements.all(`SELECT * FROM file_versions WHERE ${isTheirs} ORDER BY workspace, name, version`, wanted),
    ),
  };
}

/** The last act that changed it; undefined when that is not known any more. */
export function readLastActOn(statements: SqliteStatements, id: ReviewId): ActId | undefined {
  const sql = "SELECT act_id AS act FROM act_changes WHERE kind = 'review' AND item = ? ORDER BY seq DESC LIMIT 1";
  return statements.get<{ readonly act: ActId }>(sql, id)?.act;
}

/** Learnings that rest on any of these records, and actions; whether they still hold or not. */
export function readRestingOn(
  statements: SqliteStatements,
  records: readonly RecordId[],
): { readonly learnings: readonly Learning[]; readonly actions: readonly PendingAction[] } {
  const wanted = JSON.stringify(records);
  return {
    learnings: statements.all<Cells>(restingQuery('learnings'), wanted).map(LEARNINGS.value),
    actions: statements.all<Cells>(restingQuery('pending_actions'), wanted).map(PENDING_ACTIONS.value),
  };
}

/** By the records, then by id: the planner would walk all rows to have them in order. */
export function restingQuery(table: 'learnings' | 'pending_actions'): string {
  return `SELECT ${table}.* FROM (
     SELECT DISTINCT item FROM json_each(?) AS record CROSS JOIN evidence ON evidence.record_id = record.value
   ) AS resting CROSS JOIN ${table} ON ${table}.id = resting.item ORDER BY ${table}.seq`;
}

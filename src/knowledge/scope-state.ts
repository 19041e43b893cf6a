/** Everything of some scopes: read whole, replaced whole. What was there is deleted, not hidden. */
import type { RecordId, SpaceId } from '../memory/ids.ts';
import type { RecordMark, ScopeState } from '../memory/scope-state.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { type Cells, insertRow, isSame, replaceRow, replaceRows } from './cells.ts';
import {
  changeOf,
  type HistoryColumns,
  historyColumns,
  type LearningColumns,
  learningColumns,
  learningOf,
} from './learning-rows.ts';
import { moveMark, readMark } from './marks.ts';
import { forgetOrigins } from './origins.ts';
import { droppedColumns, droppedOf, IS_TOLD } from './removed-learnings.ts';
import { noteGoneLines } from './removed-lines.ts';
import { type ActionColumns, actionColumns, actionOf, type ReviewColumns, reviewColumns, reviewOf } from './rows.ts';
import { type VersionRow, versionRows, wholeVersions } from './version-texts.ts';

type Scopes = readonly (SpaceId | null)[];

interface MarkColumns {
  readonly id: RecordId;
  readonly workspace: SpaceId | null;
  readonly pinned: number;
  readonly sensitive: number;
}

/** Rows without a workspace are of the user scope; NULL equals nothing, so both sides say ''. */
const IN_SCOPES = `ifnull(workspace, '') IN (SELECT value FROM json_each(?))`;
const AT_ONCE = 20;
const HISTORY = `SELECT * FROM learning_history
  WHERE learning_id IN (SELECT id FROM learnings WHERE ${IN_SCOPES}) AND ${IS_TOLD} ORDER BY seq`;

/** Everything that is kept in these scopes; one consistent state. */
export function readScopeState(statements: SqliteStatements, scopes: Scopes): ScopeState {
  const wanted = inJson(scopes);
  const all = <Row>(table: string, order: string) =>
    statements.all<Row>(`SELECT * FROM ${table} WHERE ${IN_SCOPES} ORDER BY ${order}`, wanted);
  const dropped = all<Parameters<typeof droppedOf>[0]>('dropped_learnings', 'turn_id, digest').map(droppedOf);
  return {
    learnings: all<LearningColumns>('learnings', 'seq').map(learningOf),
    history: statements.all<HistoryColumns>(HISTORY, wanted).map(changeOf),
    actions: all<ActionColumns>('pending_actions', 'seq').map(actionOf),
    reviews: all<ReviewColumns>('reviews', 'seq').map(reviewOf),
    files: wholeVersions(statements, all<VersionRow>('file_versions', 'workspace, name, version')),
    recordMarks: all<MarkColumns>('record_marks', 'id').map(markOf),
    ...(dropped.length === 0 ? {} : { dropped }),
  };
}

/**
 * A few of the learnings that are not in the state any more; false when there are none left. To erase one takes a
 * millisecond, for the sake of the full-text index: so all but the last of them go before the state is replaced as a whole.
 */
export function thinOut(statements: SqliteStatements, scopes: Scopes, { learnings }: ScopeState): boolean {
  const gone = statements.all<{ readonly id: string }>(
    `SELECT id FROM learnings WHERE ${IN_SCOPES} AND id NOT IN (SELECT value FROM json_each(?)) LIMIT ${AT_ONCE}`,
    inJson(scopes),
    JSON.stringify(learnings.map(({ id }) => id)),
  );
  for (const { id } of gone) {
    statements.run('DELETE FROM learning_history WHERE learning_id = ?', id);
    statements.run('DELETE FROM learnings WHERE id = ?', id);
  }
  if (gone.length > 0) shiftHistory(statements);
  return gone.length === AT_ONCE;
}

/** Only what differs is written: a checkpoint that changes little must not hold up everybody else. */
export function replaceScopes(statements: SqliteStatements, scopes: Scopes, state: ScopeState): void {
  const wanted = inJson(scopes);
  const replace = (table: string, key: readonly string[], rows: readonly Cells[]) =>
    replaceRows(statements, table, key, {
      before: statements.all<Cells>(`SELECT * FROM ${table} WHERE ${IN_SCOPES}`, wanted),
      after: rows,
    });
  noteGoneLines(statements, scopes);
  // Before the learnings: it is found by them.
  const isToldAnew = replaceHistory(statements, wanted, state.history);
  if (replace('learnings', ['id'], state.learnings.map(learningColumns)) || isToldAnew) shiftHistory(statements);
  replace('pending_actions', ['id'], state.actions.map(actionColumns));
  replace('reviews', ['id'], state.reviews.map(reviewColumns));
  replace('file_versions', ['workspace', 'name', 'version'], versionRows(state.files));
  replace('record_marks', ['id'], state.recordMarks.map(markColumns));
  replace('dropped_learnings', ['turn_id', 'digest'], (state.dropped ?? []).map(droppedColumns));
  statements.run(`DELETE FROM act_changes WHERE ${IN_SCOPES}`, wanted);
  forgetOrigins(statements, wanted);
}

/** True when anything changed. */
function replaceHistory(statements: SqliteStatements, wanted: string, history: ScopeState['history']): boolean {
  const before = Map.groupBy(statements.all<HistoryColumns>(HISTORY, wanted), (row) => row.learning_id);
  const after = Map.groupBy(
    history.map((change) => historyColumns(change)),
    (row) => row.learning_id,
  );
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => {
    const [old = [], next = []] = [before.get(id), after.get(id)];
    return old.length !== next.length || next.some((row, at) => !isSame(old[at], row));
  });
  for (const id of changed) {
    statements.run('DELETE FROM learning_history WHERE learning_id = ?', id);
    for (const row of after.get(id) ?? []) insertRow(statements, 'learning_history', row);
  }
  return changed.length > 0;
}

/** Past every place that anybody may have seen. Whoever begins anew need not be told what was removed before. */
function shiftHistory(statements: SqliteStatements): void {
  const last = statements.get<{ readonly last: number }>('SELECT ifnull(max(seq), 0) AS last FROM learning_history');
  const base = readMark(statements, 'history_base');
  moveMark(statements, 'history_base', base + (last?.last ?? 0) + 1);
  statements.run("DELETE FROM learning_history WHERE cause = 'removed'");
}

export function putRecordMark(statements: SqliteStatements, mark: RecordMark): void {
  if (mark.pinned || mark.sensitive) replaceRow(statements, 'record_marks', ['id'], markColumns(mark));
  else statements.run('DELETE FROM record_marks WHERE id = ?', mark.id);
}

function markColumns({ id, workspace, pinned, sensitive }: RecordMark) {
  return { id, workspace, pinned: Number(pinned), sensitive: Number(sensitive) } satisfies MarkColumns;
}

/** Marks of these records as far as there are any. */
export function readRecordMarks(
  statements: SqliteStatements,
  ids: readonly RecordId[],
): ReadonlyMap<RecordId, RecordMark> {
  const rows = statements.all<MarkColumns>(
    'SELECT * FROM record_marks WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, markOf(row)]));
}

/** Those that a person has marked so. */
export function readSensitiveRecords(statements: SqliteStatements): readonly RecordId[] {
  const rows = statements.all<{ readonly id: RecordId }>('SELECT id FROM record_marks WHERE sensitive = 1 ORDER BY id');
  return rows.map(({ id }) => id);
}

function markOf({ id, workspace, pinned, sensitive }: MarkColumns): RecordMark {
  return { id, workspace, pinned: pinned === 1, sensitive: sensitive === 1 };
}

function inJson(scopes: Scopes): string {
  return JSON.stringify(scopes.map((scope) => scope ?? ''));
}

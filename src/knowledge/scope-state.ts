/** Everything of some scopes: read whole, replaced whole. What was there is deleted, not hidden. */

import type { RecordId, SpaceId } from '../memory/ids.ts';
import type { RecordMark, ScopeState } from '../memory/scope-state.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { type Cells, isSame, type Table } from '../store/table.ts';
import { moveMark, readMark } from './marks.ts';
import { forgetOrigins } from './origins.ts';
import { IS_TOLD } from './removed-learnings.ts';
import { noteGoneLines } from './removed-lines.ts';
import {
  DROPPED_LEARNINGS,
  FILE_VERSIONS,
  LEARNING_HISTORY,
  LEARNINGS,
  PENDING_ACTIONS,
  RECORD_MARKS,
  REVIEWS,
} from './tables.ts';
import { storedVersions, wholeVersions } from './version-texts.ts';

type Scopes = readonly (SpaceId | null)[];

/** Rows without a workspace are of the user scope; NULL equals nothing, so both sides say ''. */
const IN_SCOPES = `ifnull(workspace, '') IN (SELECT value FROM json_each(?))`;
const AT_ONCE = 20;
const HISTORY = `SELECT * FROM learning_history
  WHERE learning_id IN (SELECT id FROM learnings WHERE ${IN_SCOPES}) AND ${IS_TOLD} ORDER BY seq`;

/** Everything that is kept in these scopes; one consistent state. */
export function readScopeState(statements: SqliteStatements, scopes: Scopes): ScopeState {
  const wanted = inJson(scopes);
  const all = (table: string, order: string) =>
    statements.all<Cells>(`SELECT * FROM ${table} WHERE ${IN_SCOPES} ORDER BY ${order}`, wanted);
  const dropped = all('dropped_learnings', 'turn_id, digest').map(DROPPED_LEARNINGS.value);
  return {
    learnings: all('learnings', 'seq').map(LEARNINGS.value),
    history: statements.all<Cells>(HISTORY, wanted).map(LEARNING_HISTORY.value),
    actions: all('pending_actions', 'seq').map(PENDING_ACTIONS.value),
    reviews: all('reviews', 'seq').map(REVIEWS.value),
    files: wholeVersions(statements, all('file_versions', 'workspace, name, version')),
    recordMarks: all('record_marks', 'id').map(RECORD_MARKS.value),
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
  const replace = <Value>(name: string, table: Table<Value>, values: readonly Value[]) =>
    table.replace(statements, before(name), values.map(table.cells));
  const before = (name: string) => statements.all<Cells>(`SELECT * FROM ${name} WHERE ${IN_SCOPES}`, wanted);
  noteGoneLines(statements, scopes);
  // Before the learnings: it is found by them.
  const isToldAnew = replaceHistory(statements, wanted, state.history);
  if (replace('learnings', LEARNINGS, state.learnings) || isToldAnew) shiftHistory(statements);
  replace('pending_actions', PENDING_ACTIONS, state.actions);
  replace('reviews', REVIEWS, state.reviews);
  replace('file_versions', FILE_VERSIONS, storedVersions(state.files));
  replace('record_marks', RECORD_MARKS, state.recordMarks);
  replace('dropped_learnings', DROPPED_LEARNINGS, state.dropped ?? []);
  statements.run(`DELETE FROM act_changes WHERE ${IN_SCOPES}`, wanted);
  forgetOrigins(statements, wanted);
}

/** True when anything changed. */
function replaceHistory(statements: SqliteStatements, wanted: string, history: ScopeState['history']): boolean {
  const before = Map.groupBy(statements.all<Cells>(HISTORY, wanted), learningIn);
  const after = Map.groupBy(history.map(LEARNING_HISTORY.cells), learningIn);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => {
    const [old = [], next = []] = [before.get(id), after.get(id)];
    return old.length !== next.length || next.some((row, at) => !isSame(old[at] ?? {}, row));
  });
  for (const id of changed) {
    statements.run('DELETE FROM learning_history WHERE learning_id = ?', id);
    for (const row of after.get(id) ?? []) LEARNING_HISTORY.insert(statements, row);
  }
  return changed.length > 0;
}

function learningIn({ learning_id: id }: Cells): string {
  return String(id);
}

/** Past every place that anybody may have seen. Whoever begins anew need not be told what was removed before. */
function shiftHistory(statements: SqliteStatements): void {
  const last = statements.get<{ readonly last: number }>('SELECT ifnull(max(seq), 0) AS last FROM learning_history');
  const base = readMark(statements, 'history_base');
  moveMark(statements, 'history_base', base + (last?.last ?? 0) + 1);
  statements.run("DELETE FROM learning_history WHERE cause = 'removed'");
}

export function putRecordMark(statements: SqliteStatements, mark: RecordMark): void {
  if (mark.pinned || mark.sensitive) RECORD_MARKS.put(statements, RECORD_MARKS.cells(mark));
  else statements.run('DELETE FROM record_marks WHERE id = ?', mark.id);
}

/** Marks of these records as far as there are any. */
export function readRecordMarks(
  statements: SqliteStatements,
  ids: readonly RecordId[],
): ReadonlyMap<RecordId, RecordMark> {
  const rows = statements.all<Cells>(
    'SELECT * FROM record_marks WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(rows.map(RECORD_MARKS.value).map((mark) => [mark.id, mark]));
}

/** Those that a person has marked so. */
export function readSensitiveRecords(statements: SqliteStatements): readonly RecordId[] {
  const rows = statements.all<{ readonly id: RecordId }>('SELECT id FROM record_marks WHERE sensitive = 1 ORDER BY id');
  return rows.map(({ id }) => id);
}

function inJson(scopes: Scopes): string {
  return JSON.stringify(scopes.map((scope) => scope ?? ''));
}

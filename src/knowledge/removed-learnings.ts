/**
 * What a person has removed: the row, its history, what rests on what, its words in the index, and reviews that held it are
 * gone, overwritten as all that is deleted here. Two things stay, neither with a word of it. A mark for every way it has
 * been said in its turns, so that it is not learned again. And one change in the history, of a learning that says nothing and holds no
 * more: whoever follows `changedLearnings` puts it in the place of what was there, and need not begin anew, unless the
 * last change that was seen is one of those that are gone. Nobody else is told of that change.
 */

import { contentDigest } from '../memory/content-digest.ts';
import { deriveId, type SpaceId, type TurnId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { DroppedMark } from '../memory/scope-state.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import type { Cells } from '../store/table.ts';
import { DROPPED_LEARNINGS, LEARNING_HISTORY } from './tables.ts';

/** Told to followers only. */
export const IS_TOLD = "cause <> 'removed'";

/** `saidIn` are turns besides its own. */
export function removeLearning(statements: SqliteStatements, learning: Learning, saidIn: readonly TurnId[] = []): void {
  const { id } = learning;
  for (const mark of marksOf(statements, learning, saidIn))
    DROPPED_LEARNINGS.put(statements, DROPPED_LEARNINGS.cells(mark));
  // Before the others go: it must not come to stand at the place of one of them.
  const told = {
    learningId: id,
    ts: learning.updatedAt,
    cause: 'withdrawn',
    before: null,
    after: wordless(learning),
  } as const;
  LEARNING_HISTORY.insert(statements, { ...LEARNING_HISTORY.cells(told), cause: 'removed' });
  statements.run(`DELETE FROM learning_history WHERE learning_id = ? AND ${IS_TOLD}`, id);
  statements.run('DELETE FROM learnings WHERE id = ?', id);
  const held = "SELECT id FROM reviews WHERE held ->> '$.learning.id' = ?";
  statements.run(`DELETE FROM act_changes WHERE kind = 'review' AND item IN (${held})`, id);
  statements.run(`DELETE FROM reviews WHERE id IN (${held})`, id);
}

/** A learning that is known again may be learned again, from every turn that said it. */
export function takeBackDropped(statements: SqliteStatements, { workspace, content }: Learning): void {
  const sql = 'DELETE FROM dropped_learnings WHERE digest = ? AND workspace IS ?';
  statements.run(sql, contentDigest(content), workspace);
}

/** Whether a person removed what this turn said in these words (`contentDigest`). */
export function wasDropped(statements: SqliteStatements, turnId: TurnId, digest: string): boolean {
  const sql = 'SELECT 1 FROM dropped_learnings WHERE turn_id = ? AND digest = ?';
  return statements.get(sql, turnId, digest) !== undefined;
}

/** Whether a person removed it from this scope, whoever said it; until something says the same there again. */
export function wasDroppedFrom(statements: SqliteStatements, workspace: SpaceId | null, digest: string): boolean {
  const sql = 'SELECT 1 FROM dropped_learnings WHERE digest = ? AND workspace IS ?';
  return statements.get(sql, digest, workspace) !== undefined;
}

/** Turns that are gone are curated by nobody, and say nothing again. */
export function forgetTurns(statements: SqliteStatements, ids: readonly TurnId[]): void {
  for (const table of ['curation_queue', 'dropped_learnings'])
    statements.run(`DELETE FROM ${table} WHERE turn_id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
}

/** What it says, and what it said before a person or another turn changed it. */
function marksOf(statements: SqliteStatements, learning: Learning, saidIn: readonly TurnId[]): readonly DroppedMark[] {
  const sql = `SELECT * FROM learning_history WHERE learning_id = ? AND ${IS_TOLD}`;
  const history = statements.all<Cells>(sql, learning.id).map(LEARNING_HISTORY.value);
  const said = [learning, ...history.flatMap(({ before, after }) => (before === null ? [after] : [before, after]))];
  const turns = new Set([...said.flatMap(({ turnId }) => turnId ?? []), ...saidIn]);
  // A person wrote it, and an agent may say it.
  if (turns.size === 0) turns.add(deriveId<TurnId>('no turn', learning.id));
  const digests = new Set(said.map(({ content }) => contentDigest(content)));
  return [...turns].flatMap((turnId) =>
    [...digests].map((digest) => ({ workspace: learning.workspace, turnId, digest })),
  );
}

function wordless(learning: Learning): Learning {
  return {
    ...learning,
    sessionId: null,
    turnId: null,
    subject: null,
    content: '',
    tags: [],
    evidence: [],
    validTo: learning.updatedAt,
    supersededBy: null,
  };
}

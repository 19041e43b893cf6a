/** What one act changes, applied once and in its turn. Runs inside one transaction. */

import type { TurnRef } from '../memory/act.ts';
import type { PendingAction } from '../memory/action.ts';
import { CarryoverError } from '../memory/error.ts';
import type { ActId, LearningId, SpaceId, TurnId } from '../memory/ids.ts';
import type { Learning, LearningChange } from '../memory/learning.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { Review } from '../memory/review.ts';
import type { RecordMark, ScopeState } from '../memory/scope-state.ts';
import { giveBackPages } from '../platform/free-pages.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { idKey } from '../platform/stored-ids.ts';
import { noteActChanges } from './act-changes.ts';
import { moveMark, readMark } from './marks.ts';
import { removeLearning, takeBackDropped } from './removed-learnings.ts';
import { putRecordMark, replaceScopes } from './scope-state.ts';
import { LEARNING_HISTORY, LEARNINGS, PENDING_ACTIONS, REVIEWS } from './tables.ts';
import { insertVersion } from './version-texts.ts';

/** What one act changes. Rows are whole: a learning, action or review with a known id replaces the row it had. */
export interface KnowledgeChange {
  readonly actSeq: number;
  /** Whose changes these are, so that they can be taken back. */
  readonly actId?: ActId;
  /** With their history: `after` is the row as it is from now on. */
  readonly learnings: readonly LearningChange[];
  readonly actions: readonly PendingAction[];
  readonly files: readonly FileVersion[];
  readonly reviews: readonly Review[];
  /** Turns the act has read: they leave the queue. */
  readonly curated: readonly TurnRef[];
  /** Things the curator said that were not taken, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly recordMarks?: readonly RecordMark[];
  /** Gone with their history. Who learns the same again is told by `wasDropped` and `wasDroppedFrom`. */
  readonly removed?: readonly Learning[];
  /** Turns that said the same as what was removed, beside the one it was learned in. */
  readonly saidIn?: ReadonlyMap<LearningId, readonly TurnId[]>;
  /** Everything in these scopes gives way to this state, with what was there overwritten on disk. */
  readonly replaces?: { readonly scopes: readonly (SpaceId | null)[]; readonly state: ScopeState };
}

/** What a long queue took, or what was erased, goes back in the course of later acts: a millisecond's worth with each. */
const GIVEN_BACK = { most: 32, keep: 32 };

export function commitChange(statements: SqliteStatements, change: KnowledgeChange, previousSeq: number): boolean {
  const applied = readMark(statements, 'applied_through');
  if (change.actSeq <= applied) return false;
  if (previousSeq !== applied) throw gapError(applied, previousSeq);
  if (change.replaces !== undefined) replaceScopes(statements, change.replaces.scopes, change.replaces.state);
  for (const learned of change.learnings) {
    LEARNINGS.put(statements, LEARNINGS.cells(learned.after));
    insertChange(statements, learned, change.actId);
    if (learned.before?.content !== learned.after.content) takeBackDropped(statements, learned.after);
  }
  noteActChanges(statements, change);
  for (const action of change.actions) PENDING_ACTIONS.put(statements, PENDING_ACTIONS.cells(action));
  for (const file of change.files) insertVersion(statements, file);
  for (const review of change.reviews) REVIEWS.put(statements, REVIEWS.cells(review));
  for (const learning of change.removed ?? []) removeLearning(statements, learning, change.saidIn?.get(learning.id));
  for (const mark of change.recordMarks ?? []) putRecordMark(statements, mark);
  for (const turn of change.curated) noteCurated(statements, turn);
  for (const [reason, count] of Object.entries(change.dropped)) countDropped(statements, reason, count);
  moveMark(statements, 'applied_through', change.actSeq);
  giveBackPages(statements, GIVEN_BACK);
  return true;
}

/** A change that was made before, and is put back, keeps the act that made it. */
function insertChange(statements: SqliteStatements, change: LearningChange, actId: ActId | undefined): void {
  const known = change.actId ?? actId;
  LEARNING_HISTORY.insert(
    statements,
    LEARNING_HISTORY.cells(known === undefined ? change : { ...change, actId: known }),
  );
}

/** A newer revision stays in the queue: the act has not read it. */
function noteCurated(statements: SqliteStatements, { id, rev }: TurnRef): void {
  statements.run(
    `INSERT INTO curated_turns (turn, rev) VALUES (?, ?)
     ON CONFLICT (turn) DO UPDATE SET rev = max(rev, excluded.rev)`,
    idKey(id),
    rev,
  );
  statements.run('DELETE FROM curation_queue WHERE turn_id = ? AND rev <= ?', id, rev);
}

function countDropped(statements: SqliteStatements, reason: string, count: number): void {
  statements.run(
    `INSERT INTO dropped (reason, count) VALUES (?, ?)
     ON CONFLICT (reason) DO UPDATE SET count = count + excluded.count`,
    reason,
    count,
  );
}

function gapError(applied: number, previousSeq: number): CarryoverError {
  return new CarryoverError(`knowledge holds acts up to ${applied}, and this one comes after ${previousSeq}`, {
    code: 'knowledge-gap',
    hint: 'apply the acts between from the journal first; `carryover rebuild` applies all of them',
  });
}

/** What knowledge holds in some scopes, whole: what a checkpoint keeps and puts back. */
import { PENDING_ACTION } from './action.ts';
import * as field from './fields.ts';
import type { RecordId, SpaceId, TurnId } from './ids.ts';
import { LEARNING, LEARNING_CHANGE, type LearningChange } from './learning.ts';
import { FILE_VERSION } from './memory-file.ts';
import { REVIEW } from './review.ts';

/** What a turn said and a person removed, without a word of it. */
export const DROPPED_MARK = {
  /** The space the learning was of. */
  workspace: field.nullable(field.id<SpaceId>()),
  turnId: field.id<TurnId>(),
  /** `contentDigest` of what it said. */
  digest: field.text,
};

export interface DroppedMark extends field.EntityOf<typeof DROPPED_MARK> {}

/** What a person said about a record: kept beyond its time, kept from agents. */
export const RECORD_MARK = {
  id: field.id<RecordId>(),
  /** The record's space. */
  workspace: field.nullable(field.id<SpaceId>()),
  pinned: field.flag,
  sensitive: field.flag,
};

export interface RecordMark extends field.EntityOf<typeof RECORD_MARK> {}

export const SCOPE_STATE = {
  learnings: field.list(field.object(LEARNING)),
  /** Oldest first. */
  history: field.list(field.object(LEARNING_CHANGE)),
  actions: field.list(field.object(PENDING_ACTION)),
  reviews: field.list(field.object(REVIEW)),
  /** Oldest version first. */
  files: field.list(field.object(FILE_VERSION)),
  recordMarks: field.list(field.object(RECORD_MARK)),
  /** What a person has removed and a turn may say again; none when absent. */
  dropped: field.optional(field.list(field.object(DROPPED_MARK))),
};

export interface ScopeState extends field.EntityOf<typeof SCOPE_STATE> {}

/** The scope each change is of: where its learning holds by then, wherever it held when it was changed. */
export function placesOfChanges({
  learnings,
}: Pick<ScopeState, 'learnings'>): (change: LearningChange) => SpaceId | null {
  const places = new Map(learnings.map(({ id, workspace }) => [id, workspace]));
  return ({ learningId, after }) => places.get(learningId) ?? (places.has(learningId) ? null : after.workspace);
}

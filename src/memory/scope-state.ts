/** What knowledge holds in some scopes, whole: what a checkpoint keeps and puts back. */
import type { PendingAction } from './action.ts';
import type { RecordId, SpaceId, TurnId } from './ids.ts';
import type { Learning, LearningChange } from './learning.ts';
import type { FileVersion } from './memory-file.ts';
import type { Review } from './review.ts';

export interface ScopeState {
  readonly learnings: readonly Learning[];
  /** Oldest first. */
  readonly history: readonly LearningChange[];
  readonly actions: readonly PendingAction[];
  readonly reviews: readonly Review[];
  /** Oldest version first. */
  readonly files: readonly FileVersion[];
  readonly recordMarks: readonly RecordMark[];
  /** What a person has removed and a turn may say again; none when absent. */
  readonly dropped?: readonly DroppedMark[];
}

/** What a turn said and a person removed, without a word of it. */
export interface DroppedMark {
  /** The space the learning was of. */
  readonly workspace: SpaceId | null;
  readonly turnId: TurnId;
  /** `contentDigest` of what it said. */
  readonly digest: string;
}

/** What a person said about a record: kept beyond its time, kept from agents. */
export interface RecordMark {
  readonly id: RecordId;
  /** The record's space. */
  readonly workspace: SpaceId | null;
  readonly pinned: boolean;
  readonly sensitive: boolean;
}

/** The scope each change is of: where its learning holds by then, wherever it held when it was changed. */
export function placesOfChanges({
  learnings,
}: Pick<ScopeState, 'learnings'>): (change: LearningChange) => SpaceId | null {
  const places = new Map(learnings.map(({ id, workspace }) => [id, workspace]));
  return ({ learningId, after }) => places.get(learningId) ?? (places.has(learningId) ? null : after.workspace);
}

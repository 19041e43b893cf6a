/** What knowledge holds in some scopes, whole: what a checkpoint keeps and puts back. */
import type { PendingAction } from './action.ts';
import type { RecordId, SpaceId } from './ids.ts';
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
}

/** What a person said about a record: kept beyond its time, kept from agents. */
export interface RecordMark {
  readonly id: RecordId;
  /** The record's space. */
  readonly workspace: SpaceId | null;
  readonly pinned: boolean;
  readonly sensitive: boolean;
}

/** Something left to do, told one way: from the curator to the next session (A-032, A-077, B-016). */
import type { ActionId, LearningId, RecordId, SessionId, SpaceId } from './ids.ts';

export const ACTION_STATUSES = ['pending', 'completed', 'dismissed'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

/** 1 first; 3 when it can wait. */
export type ActionPriority = 1 | 2 | 3;

export interface PendingAction {
  readonly id: ActionId;
  readonly createdAt: number;
  /** The last time it was mentioned or changed; untouched for 14 days it leaves the boot block. */
  readonly touchedAt: number;
  readonly workspace: SpaceId | null;
  readonly sessionId: SessionId | null;
  readonly content: string;
  readonly priority: ActionPriority;
  readonly status: ActionStatus;
  /** the learning it came from, when there is one. */
  readonly sourceLearningId: LearningId | null;
  readonly evidence: readonly RecordId[];
}

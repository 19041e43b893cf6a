/** Something left to do, told one way: from the curator to the next session (A-032, A-077, B-016). */
import * as field from './fields.ts';
import type { ActionId, LearningId, RecordId, SessionId, SpaceId } from './ids.ts';

export const ACTION_STATUSES = ['pending', 'completed', 'dismissed'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

export const PENDING_ACTION = {
  id: field.id<ActionId>(),
  createdAt: field.moment,
  /** The last time it was mentioned or changed; untouched for 14 days it leaves the boot block. */
  touchedAt: field.moment,
  workspace: field.nullable(field.id<SpaceId>()),
  sessionId: field.nullable(field.id<SessionId>()),
  content: field.text,
  /** 1 first; 3 when it can wait. */
  priority: field.oneOf(1, 2, 3),
  status: field.oneOf(...ACTION_STATUSES),
  /** the learning it came from, when there is one. */
  sourceLearningId: field.nullable(field.id<LearningId>()),
  evidence: field.list(field.id<RecordId>()),
};

export interface PendingAction extends field.EntityOf<typeof PENDING_ACTION> {}
export type ActionPriority = PendingAction['priority'];

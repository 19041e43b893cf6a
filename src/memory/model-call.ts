/**
 * A call to a model, as money: reserved before it is made, settled after. A call that was never settled (the process
 * died) counts with what was reserved, so a crash never makes room in the budget.
 */
import * as field from './fields.ts';
import type { ModelCallId, SessionId } from './ids.ts';

const MODEL_CALL = {
  id: field.id<ModelCallId>(),
  ts: field.moment,
  provider: field.name,
  model: field.name,
  /** A batch, one session by itself, or a case of an evaluation. */
  purpose: field.oneOf('curate', 'extract', 'evaluate'),
  /** Whose turns it reads; the shares sum to 1. */
  sessions: field.list(field.object({ id: field.id<SessionId>(), share: field.share })),
  reservedUsd: field.amount,
};

export interface ModelCall extends field.EntityOf<typeof MODEL_CALL> {}

const SETTLED = {
  ts: field.moment,
  outcome: field.oneOf('answered', 'failed'),
  /** Error code when it failed. */
  problem: field.nullable(field.name),
  inputTokens: field.count,
  outputTokens: field.count,
  costUsd: field.amount,
};

export interface ModelCallEnd extends field.EntityOf<typeof SETTLED> {
  readonly callId: ModelCallId;
}

/** With how it ended: null while it runs, and for ever when the process died meanwhile. */
export const SETTLED_CALL = { ...MODEL_CALL, end: field.nullable(field.part(SETTLED)) };

export interface SettledCall extends ModelCall {
  readonly end: ModelCallEnd | null;
}

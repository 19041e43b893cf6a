/** A receipt: what was given to an agent, item by item. */
import * as field from './fields.ts';
import type { InjectionId, SessionId, TurnId } from './ids.ts';
import { OUTCOMES } from './outcome.ts';

export const RECEIPT = {
  injectionId: field.id<InjectionId>(),
  ts: field.moment,
  sessionId: field.id<SessionId>(),
  kind: field.oneOf('boot', 'prompt', 'tool'),
  /** A learning, action, turn or record. */
  item: field.text,
  /** How it stood in the block: 1 first. */
  rank: field.count,
  /** Null when it was not searched for. */
  score: field.nullable(field.number),
  /** The turn it was given to. */
  turnId: field.nullable(field.id<TurnId>()),
  /** Null while it is not judged; what a session starts with never is. */
  outcome: field.nullable(field.oneOf(...OUTCOMES)),
};

export interface Receipt extends field.EntityOf<typeof RECEIPT> {}

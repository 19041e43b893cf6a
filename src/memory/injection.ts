/** An injection: what was given to an agent. */
import * as field from './fields.ts';
import type { ActionId, InjectionId, LearningId, RecordId, SessionId, SpaceId, TurnId } from './ids.ts';

const INJECTION_KINDS = ['boot', 'prompt', 'tool'] as const;

/** What is known of one that was searched for: kept with it and erased with it. */
export const INJECTION_DETAIL = {
  /** The turn it was given to; null when it is not known. */
  turnId: field.nullable(field.id<TurnId>()),
  /** One for each item. */
  scores: field.list(field.number),
  tokens: field.count,
  tookMs: field.amount,
};

export interface InjectionDetail extends field.EntityOf<typeof INJECTION_DETAIL> {}

export const INJECTION = {
  id: field.id<InjectionId>(),
  ts: field.moment,
  sessionId: field.id<SessionId>(),
  workspace: field.nullable(field.id<SpaceId>()),
  /** At the start of a session, with a prompt, or before a tool call. */
  kind: field.oneOf(...INJECTION_KINDS),
  /** What it was made from, in the order it stands there. */
  items: field.list(field.id<RecordId | TurnId | LearningId | ActionId>()),
  /** As it was rendered. */
  text: field.text,
};

export interface Injection extends field.EntityOf<typeof INJECTION> {
  readonly detail?: InjectionDetail;
}

export type StoredInjection = Injection & { readonly seq: number };

/** A session of one client. End and counts are derived from its records, never stored: the journal is insert-only. */
import * as field from './fields.ts';
import type { SessionId, SpaceId } from './ids.ts';
import type { JsonObject } from './record.ts';

const BEGUN = {
  id: field.id<SessionId>(),
  /** Which client it ran in: `claude-code`, `api`, … */
  client: field.name,
  workspace: field.nullable(field.id<SpaceId>()),
  cwd: field.nullable(field.path),
  startedAt: field.moment,
};
const METADATA = { metadata: field.json<JsonObject>() };

export const SESSION = { ...BEGUN, ...METADATA };

export interface Session extends field.EntityOf<typeof SESSION> {}

/** Requirement A-033 / B-014, as a view. */
export const SESSION_SUMMARY = {
  ...BEGUN,
  endedAt: field.nullable(field.moment),
  lastRecordAt: field.nullable(field.moment),
  /** Prompts and answers. */
  messageCount: field.count,
  /** Closed turns. */
  observationCount: field.count,
  ...METADATA,
};

export interface SessionSummary extends field.EntityOf<typeof SESSION_SUMMARY> {}

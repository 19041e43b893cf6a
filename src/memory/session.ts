/** A session of one client. End and counts are derived from its records, never stored: the journal is insert-only. */
import type { SessionId, SpaceId } from './ids.ts';
import type { JsonObject } from './record.ts';

export interface Session {
  readonly id: SessionId;
  /** Which client it ran in: `claude-code`, `api`, … */
  readonly client: string;
  readonly workspace: SpaceId | null;
  readonly cwd: string | null;
  readonly startedAt: number;
  readonly metadata: JsonObject;
}

/** Requirement A-033 / B-014, as a view. */
export interface SessionSummary extends Session {
  readonly endedAt: number | null;
  readonly lastRecordAt: number | null;
  /** Prompts and answers. */
  readonly messageCount: number;
  /** Closed turns. */
  readonly observationCount: number;
}

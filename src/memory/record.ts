/** A record: one thing that happened. Requirement numbers: D-006, D-007, D-014. */
import type { RecordId, SessionId, SpaceId, TurnId } from './ids.ts';
import type { SourceClass } from './source.ts';

export const RECORD_TYPES = ['prompt', 'assistant', 'tool_use', 'tool_result', 'approval', 'error', 'event'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface MemoryRecord {
  readonly id: RecordId;
  /** Milliseconds since the epoch: when it happened, as well as the client can tell. */
  readonly ts: number;
  readonly type: RecordType;
  readonly sessionId: SessionId;
  /** The space it belongs to; null for records of no project (user scope). */
  readonly workspace: SpaceId | null;
  /** The turn it is part of; null for what happens between turns (session start, compaction). */
  readonly turnId: TurnId | null;
  readonly source: SourceClass;
  readonly tool: string | null;
  readonly path: string | null;
  readonly content: string;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
}

/** A record as stored: with the order in which the journal took it. */
export interface StoredRecord extends MemoryRecord {
  readonly seq: number;
  /**
   * Set while it is past its time and not emptied yet: for no agent and no search. Holds how many milliseconds Carryover had
   * run in all when it was hidden.
   */
  readonly hidden?: number;
}

/** Whether it is past its time: what is left of its text is a short piece or nothing. */
export function isEmptied({ metadata }: Pick<MemoryRecord, 'metadata'>): boolean {
  return metadata.emptied !== undefined;
}

/** In place of its text, for everybody but the person who reads its session. */
export const HIDDEN_TEXT = '(hidden: past its time)';

/** For people: an empty line would look like a mistake. */
export function textToShow(record: Pick<MemoryRecord, 'content' | 'metadata'>): string {
  return record.content === '' && isEmptied(record) ? '(text past its time)' : record.content;
}

/** A record: one thing that happened. Requirement numbers: D-006, D-007, D-014. */
import * as field from './fields.ts';
import type { RecordId, SessionId, SpaceId, TurnId } from './ids.ts';
import { SOURCE_CLASSES } from './source.ts';

export const RECORD_TYPES = ['prompt', 'assistant', 'tool_use', 'tool_result', 'approval', 'error', 'event'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const RECORD = {
  id: field.id<RecordId>(),
  /** When it happened, as well as the client can tell. */
  ts: field.moment,
  type: field.oneOf(...RECORD_TYPES),
  sessionId: field.id<SessionId>(),
  /** The space it belongs to; null for records of no project (user scope). */
  workspace: field.nullable(field.id<SpaceId>()),
  /** The turn it is part of; null for what happens between turns (session start, compaction). */
  turnId: field.nullable(field.id<TurnId>()),
  source: field.oneOf(...SOURCE_CLASSES),
  tool: field.nullable(field.text),
  path: field.nullable(field.path),
  content: field.text,
  tags: field.list(field.text),
  metadata: field.json<JsonObject>(),
};

export interface MemoryRecord extends field.EntityOf<typeof RECORD> {}

/** A record as stored: with the order in which the journal took it. */
export const STORED_RECORD = {
  seq: field.count,
  ...RECORD,
  /**
   * Set while it is past its time and not emptied yet: for no agent and no search. Holds how many milliseconds Carryover had
   * run in all when it was hidden.
   */
  hidden: field.optional(field.count),
};

export interface StoredRecord extends field.EntityOf<typeof STORED_RECORD> {}

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

/**
 * A turn: a user message, the tool calls it caused, and everything the agent said (A-040, B-040). Assembled from
 * records by a pure function, so a late event simply assembles the turn again into a new revision.
 */
import * as field from './fields.ts';
import type { RecordId, SessionId, SpaceId, TurnId } from './ids.ts';
import type { RecordType, StoredRecord } from './record.ts';

export const TURN_CLOSE_REASONS = [
  'stop',
  'failure',
  'next-prompt',
  'session-end',
  'idle',
  'late-event',
  'erasure',
] as const;
export type TurnCloseReason = (typeof TURN_CLOSE_REASONS)[number];

const TOOL_CALL = {
  tool: field.text,
  input: field.text,
  outcome: field.oneOf('ok', 'error', 'denied', 'unknown'),
  output: field.text,
  path: field.optional(field.text),
  /** Set when the call was made by a subagent. */
  agent: field.optional(field.text),
};

export interface ToolCallSummary extends field.EntityOf<typeof TOOL_CALL> {}

const TURN_CONTENT = {
  userMessage: field.text,
  toolCalls: field.list(field.object(TOOL_CALL)),
  agentResponse: field.text,
  errors: field.list(field.text),
};

export interface TurnContent extends field.EntityOf<typeof TURN_CONTENT> {}

const REVISION = {
  id: field.id<TurnId>(),
  rev: field.ordinal,
  sessionId: field.id<SessionId>(),
  workspace: field.nullable(field.id<SpaceId>()),
  /** Position in its session, from 1, by when it was first closed; the same in every revision. */
  sequenceNum: field.count,
  /** When its first record happened. */
  timestamp: field.moment,
  closedAt: field.moment,
  closeReason: field.oneOf(...TURN_CLOSE_REASONS),
  ...TURN_CONTENT,
};

/** One revision of a turn as stored in `observations`. Readers take the highest `rev`. */
export interface Turn extends field.EntityOf<typeof REVISION> {
  /** The highest record `seq` this revision has seen; a later record makes the turn open again. */
  readonly lastSeq: number;
}

/** A revision of a turn that can be put into another journal, where records have other numbers. */
export const PORTABLE_TURN = {
  ...REVISION,
  /** The last record it has seen. */
  lastRecordId: field.nullable(field.id<RecordId>()),
};

export interface PortableTurn extends field.EntityOf<typeof PORTABLE_TURN> {}

/** A revision of a turn with its place in the order of all revisions. */
export type StoredTurn = Turn & { readonly seq: number };

/** A turn keeps what a reader needs; the whole of what was said, taken and given is in its records. */
const MESSAGE_CHARS = 100_000;
const SUMMARY_INPUT_CHARS = 500;
const SUMMARY_OUTPUT_CHARS = 1_000;

/** Ties in `ts` are settled by what must come first in a turn. */
const TYPE_ORDER: Record<RecordType, number> = {
  event: 0,
  prompt: 1,
  assistant: 2,
  tool_use: 3,
  approval: 4,
  tool_result: 5,
  error: 5,
};

/** As much of a record as a turn is made of. */
export type SaidRecord = Pick<StoredRecord, 'seq' | 'ts' | 'type' | 'tool' | 'path' | 'content' | 'metadata'>;

export function orderRecords<Said extends SaidRecord>(records: readonly Said[]): Said[] {
  return [...records].sort((a, b) => a.ts - b.ts || TYPE_ORDER[a.type] - TYPE_ORDER[b.type] || a.seq - b.seq);
}

export function assembleTurn(records: readonly SaidRecord[]): TurnContent {
  const ordered = orderRecords(records);
  const prompts: string[] = [];
  const said: string[] = [];
  const errors: string[] = [];
  const calls = new Map<string, ToolCallSummary>();

  for (const record of ordered) {
    const agent = textOf(record, 'agent_id');
    if (record.type === 'prompt') prompts.push(record.content);
    else if (record.type === 'assistant' && agent === undefined) said.push(record.content);
    else if (record.type === 'assistant')
      said.push(`[subagent ${textOf(record, 'agent_type') ?? agent}] ${record.content}`);
    else if (record.type === 'tool_use') calls.set(callKey(record), openCall(record, agent));
    else if (record.type === 'tool_result' || record.type === 'error' || record.type === 'approval') {
      const call = record.tool === null ? undefined : closeCall(calls.get(callKey(record)), record, agent);
      if (call !== undefined) calls.set(callKey(record), call);
      if (record.type === 'error') errors.push(cut(record.content, SUMMARY_OUTPUT_CHARS));
    }
  }
  return {
    userMessage: cut(prompts.join('\n\n'), MESSAGE_CHARS),
    toolCalls: [...calls.values()],
    agentResponse: cut(said.join('\n\n'), MESSAGE_CHARS),
    errors,
  };
}

function callKey(record: SaidRecord): string {
  return textOf(record, 'tool_use_id') ?? `#${record.seq}`;
}

function openCall(record: SaidRecord, agent: string | undefined): ToolCallSummary {
  return {
    tool: record.tool ?? 'unknown',
    input: cut(record.content, SUMMARY_INPUT_CHARS),
    outcome: 'unknown',
    output: '',
    ...(record.path === null ? {} : { path: record.path }),
    ...(agent === undefined ? {} : { agent }),
  };
}

function closeCall(
  open: ToolCallSummary | undefined,
  record: SaidRecord,
  agent: string | undefined,
): ToolCallSummary | undefined {
  // "asked" is not an outcome; the call goes on.
  if (record.type === 'approval' && record.metadata.decision !== 'denied') return open;
  const outcome = record.type === 'tool_result' ? 'ok' : record.type === 'error' ? 'error' : 'denied';
  return {
    ...(open ?? { ...openCall(record, agent), input: '' }),
    outcome,
    output: cut(record.content, SUMMARY_OUTPUT_CHARS),
  };
}

function textOf(record: SaidRecord, key: string): string | undefined {
  const value = record.metadata[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;
}

/** A session, and one of its turns with what the agent was given and what was learned from it. */
import type * as z from 'zod';
import type { RecordId } from '../memory/ids.ts';
import type { StoredInjection } from '../memory/injection.ts';
import type { Learning } from '../memory/learning.ts';
import type { Receipt } from '../memory/receipt.ts';
import type { SessionSummary } from '../memory/session.ts';
import type { Turn } from '../memory/turn.ts';
import type { session, WireTurn } from './openapi/schemas/sessions.ts';

export interface TurnDetail {
  readonly records: readonly RecordId[];
  readonly injections: readonly StoredInjection[];
  /** Of these injections. */
  readonly receipts: readonly Receipt[];
  readonly learnings: readonly Learning[];
}

export function sessionToWire(summary: SessionSummary): z.infer<typeof session> {
  return {
    id: summary.id,
    client: summary.client,
    workspace: summary.workspace,
    cwd: summary.cwd,
    started_at: summary.startedAt,
    ended_at: summary.endedAt,
    last_record_at: summary.lastRecordAt,
    messages: summary.messageCount,
    turns: summary.observationCount,
  };
}

export function turnToWire(turn: Turn, { records, injections, receipts, learnings }: TurnDetail): WireTurn {
  return {
    id: turn.id,
    rev: turn.rev,
    number: turn.sequenceNum,
    ts: turn.timestamp,
    closed_at: turn.closedAt,
    close_reason: turn.closeReason,
    user_message: turn.userMessage,
    agent_response: turn.agentResponse,
    tool_calls: turn.toolCalls.map((call) => ({ ...call })),
    errors: [...turn.errors],
    record_ids: [...records],
    injections: injections.map(({ id, ts, kind, items, detail }) => ({
      id,
      ts,
      kind,
      tokens: detail?.tokens ?? null,
      items: items.map((item, at) => ({
        id: item,
        score: detail?.scores[at] ?? null,
        outcome: receipts.find((receipt) => receipt.injectionId === id && receipt.item === item)?.outcome ?? null,
      })),
    })),
    learnings: learnings.map(({ id, type, content, confidence, validTo }) => ({
      id,
      type,
      content,
      confidence,
      valid: validTo === null,
    })),
  };
}

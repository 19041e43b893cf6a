/** One entry of the event feed as it looks outside. */
import type * as z from 'zod';
import { FIRST_TIER, type Learning } from '../memory/learning.ts';
import { EVENT_LEVELS, NO_SERVICE } from '../memory/marker.ts';
import { HIDDEN_TEXT, type Json, type StoredRecord, textToShow } from '../memory/record.ts';
import { EVENT_KINDS, type FedEvent } from './event-feed.ts';
import type { event } from './openapi/schemas/events.ts';

type WireEvent = z.infer<typeof event>;

export function eventToWire(fed: FedEvent): WireEvent {
  return fed.kind === 'memory' ? memoryEvent(fed.learning) : recordEvent(fed.record);
}

function recordEvent(record: StoredRecord): WireEvent {
  const { event: kind, level, service, action, tier } = record.metadata;
  return {
    id: record.id,
    ts: record.ts,
    kind: EVENT_KINDS.find((known) => known === kind) ?? 'marker',
    level: EVENT_LEVELS.find((known) => known === level) ?? null,
    service: textOf(service),
    message: record.hidden === undefined ? textToShow(record) : HIDDEN_TEXT,
    session_id: record.sessionId,
    workspace: record.workspace,
    tier: typeof tier === 'number' ? tier : FIRST_TIER,
    ...(typeof action === 'string' ? { action } : {}),
  };
}

/** As the one who said it would have said it (C-063). */
function memoryEvent(learning: Learning): WireEvent {
  const { id, type, subject, content } = learning;
  return {
    id,
    ts: learning.createdAt,
    kind: 'memory',
    level: 'info',
    service: subject,
    message: `New memory: [${type}:${subject ?? NO_SERVICE}] ${content}`,
    session_id: learning.sessionId,
    workspace: learning.workspace,
    tier: learning.tier ?? FIRST_TIER,
    memory_id: id,
  };
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

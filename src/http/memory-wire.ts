/** A learning as a memory: what it is about, what it says, and how sure it is now. */
import type * as z from 'zod';
import { confidenceAt, isActive } from '../memory/decay.ts';
import { FIRST_TIER, type Learning } from '../memory/learning.ts';
import type { ChangedMemory } from './memories-api.ts';
import type { changedMemory, memory } from './openapi/schemas/memories.ts';

export function memoryToWire(learning: Learning, now: number): z.infer<typeof memory> {
  return {
    id: learning.id,
    service: learning.subject,
    category: learning.type,
    observation: learning.content,
    confidence: confidenceAt(learning, now),
    base_confidence: learning.confidence,
    active: isActive(learning, now),
    persistent: learning.persistent,
    pinned: learning.pinned,
    sensitive: learning.sensitive,
    tier: learning.tier ?? FIRST_TIER,
    created_at: learning.createdAt,
    updated_at: learning.updatedAt,
    confirmed_at: learning.confirmedAt,
    session_id: learning.sessionId,
    turn_id: learning.turnId,
    workspace: learning.workspace,
    trust: learning.trust,
    superseded_by: learning.supersededBy,
  };
}

export function changedToWire({ learning, act }: ChangedMemory, now: number): z.infer<typeof changedMemory> {
  return { memory: memoryToWire(learning, now), undo: act };
}

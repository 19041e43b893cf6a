/** Learnings as a person keeps them in order (C-050). */
import * as z from 'zod';
import { SOURCE_CLASSES } from '../../../memory/source.ts';
import { count, id, moment, share, space } from './common.ts';
import { learningDetail, learningType } from './knowledge.ts';

export const memory = z.strictObject({
  id,
  service: z.string().nullable(),
  category: learningType,
  observation: z.string(),
  /** As it is now. */
  confidence: share,
  /** As it was when it was last confirmed. */
  base_confidence: share,
  active: z.boolean(),
  persistent: z.boolean(),
  pinned: z.boolean(),
  sensitive: z.boolean(),
  tier: count,
  created_at: moment,
  updated_at: moment,
  confirmed_at: moment,
  session_id: id.nullable(),
  turn_id: id.nullable(),
  workspace: space,
  trust: z.enum(SOURCE_CLASSES),
  superseded_by: id.nullable(),
});

export const memoryList = z.strictObject({
  memories: z.array(memory),
  total: count,
  next: z.string().nullable(),
  partial: z.boolean(),
});

export const memoryDetail = memory.extend({
  history: learningDetail.shape.history,
  confidence_history: z.array(z.strictObject({ ts: moment, confidence: share })),
});

/** `undo` is for `POST /memories/undo`; null when nothing had to change. */
export const changedMemory = z.strictObject({ memory, undo: id.nullable() });

/** Records, and what a search finds. */
import * as z from 'zod';
import { RECORD_TYPES } from '../../../memory/record.ts';
import { SOURCE_CLASSES } from '../../../memory/source.ts';
import { count, id, metadata, moment, share, space, texts } from './common.ts';

const source = z.enum(SOURCE_CLASSES);

const record = z.strictObject({
  id,
  seq: count,
  ts: moment,
  type: z.enum(RECORD_TYPES),
  session_id: id,
  workspace: space,
  turn_id: id.nullable(),
  source,
  tool: z.string().nullable(),
  path: z.string().nullable(),
  content: z.string(),
  tags: texts,
  metadata,
  hidden: z.literal(true).optional(),
});

export const recordDetail = record.extend({
  turn: z
    .strictObject({
      user_message: z.string(),
      user_source: source.nullable(),
      agent_response: z.string(),
      agent_source: source.nullable(),
      tool_calls: count,
    })
    .nullable(),
});

export const storedRecords = z.strictObject({
  ids: z.array(id),
  inserted: count,
  duplicates: count,
  erased: count.optional(),
});

export const hit = z.strictObject({
  id,
  type: z.enum([...RECORD_TYPES, 'fact']),
  source: source.optional(),
  score: share,
  snippet: z.string(),
  session_id: id.nullable(),
  workspace: space,
  ts: moment,
  tags: texts,
  metadata,
  linked_space: z.string().optional(),
  explain: z
    .strictObject({
      words: z.array(z.strictObject({ word: z.string(), weight: z.number() })),
      parts: z.record(z.string(), z.number()),
    })
    .optional(),
});

export const searchAnswer = z.strictObject({ hits: z.array(hit), took_ms: z.number() });

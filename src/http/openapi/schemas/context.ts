/** What agents are given, were given, and would be given. */
import * as z from 'zod';
import { count, id, moment, space, texts } from './common.ts';

const KINDS = ['boot', 'prompt', 'tool'] as const;
const outcome = z.enum(['used', 'ignored']).nullable();

const item = z.strictObject({
  id,
  type: z.string(),
  ts: moment.nullable(),
  source: z.string().nullable(),
  text: z.string().nullable(),
});
const scored = item.extend({ score: z.number().nullable() });

/** To an app: the block alone. */
const appBlock = z.strictObject({ block: z.string() });
const bootBlock = z.strictObject({ block: z.string(), parts: texts, items: z.array(id) });
const promptBlock = z.strictObject({ block: z.string(), tokens: count, items: z.array(scored) });

const injection = z.strictObject({
  id,
  ts: moment,
  session_id: id,
  workspace: space,
  kind: z.enum(KINDS),
  turn_id: id.nullable(),
  tokens: count.nullable(),
  took_ms: z.number().nullable(),
  prompt: z.string().nullable(),
  block: z.string(),
  items: z.array(scored.extend({ outcome })),
});

const itemFate = item.extend({
  given: count,
  used: count,
  ignored: count,
  last: z.strictObject({ injection: id, ts: moment, session_id: id, kind: z.enum(KINDS), outcome }).nullable(),
});

export const contextAnswer = z.union([bootBlock, promptBlock, injection, itemFate, appBlock]);

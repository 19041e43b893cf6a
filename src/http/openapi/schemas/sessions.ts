/** Sessions, and their turns with what went in and what came out. */
import * as z from 'zod';
import { TURN_CLOSE_REASONS } from '../../../memory/turn.ts';
import { count, id, moment, share, space, texts } from './common.ts';
import { learningType } from './knowledge.ts';

export const session = z.strictObject({
  id,
  client: z.string(),
  workspace: space,
  cwd: z.string().nullable(),
  started_at: moment,
  ended_at: moment.nullable(),
  last_record_at: moment.nullable(),
  messages: count,
  turns: count,
});

export const sessionList = z.strictObject({ sessions: z.array(session), next: z.string().nullable() });

const turn = z.strictObject({
  id,
  rev: count,
  number: count,
  ts: moment,
  closed_at: moment,
  close_reason: z.enum(TURN_CLOSE_REASONS),
  user_message: z.string(),
  agent_response: z.string(),
  tool_calls: z.array(
    z.strictObject({
      tool: z.string(),
      input: z.string(),
      outcome: z.enum(['ok', 'error', 'denied', 'unknown']),
      output: z.string(),
      path: z.string().optional(),
      agent: z.string().optional(),
    }),
  ),
  errors: texts,
  record_ids: z.array(id),
  injections: z.array(
    z.strictObject({
      id,
      ts: moment,
      kind: z.enum(['boot', 'prompt', 'tool']),
      tokens: count.nullable(),
      items: z.array(
        z.strictObject({
          id,
          score: z.number().nullable(),
          outcome: z.enum(['used', 'ignored']).nullable(),
        }),
      ),
    }),
  ),
  learnings: z.array(
    z.strictObject({ id, type: learningType, content: z.string(), confidence: share, valid: z.boolean() }),
  ),
});

export const sessionDetail = z.strictObject({ session, turns: z.array(turn), next: z.string().nullable() });
export type WireTurn = z.infer<typeof turn>;

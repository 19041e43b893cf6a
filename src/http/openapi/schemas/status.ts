/** How memory does, what waits for the curator, and what models cost. */
import * as z from 'zod';
import { count, counts, id, moment, problem, space, usd } from './common.ts';

const state = z.enum(['ok', 'degraded', 'read-only']);

const journal = z.strictObject({ sessions: count, records: count, turns: count, spaces: count });
const queue = z.strictObject({ waiting: count, parked: count, oldest_ms: z.number().nullable() });
const injected = z.strictObject({ given: count, used: count, ignored: count });
const spend = z.strictObject({ day_usd: usd, daily_usd: usd });
export const encryption = z.strictObject({
  state: z.enum(['off', 'on']),
  holder: z.enum(['passphrase', 'key-file', 'keychain']).optional(),
  converting: z.enum(['encrypt', 'decrypt', 'rekey']).optional(),
});
export const backups = z.strictObject({ copies: count, bytes: count, last_at: moment.nullable() });
export const retention = z.looseObject({ days: z.union([z.number(), z.literal('off')]) });

const wholeStatus = z.strictObject({
  version: z.string(),
  pid: count,
  port: count,
  uptime_ms: z.number(),
  encryption,
  state,
  problems: z.array(problem),
  questions: z.array(problem),
  backups,
  privacy: z.strictObject({
    injection: z.boolean(),
    prompts: z.boolean(),
    sensitive: z.boolean(),
    model_calls: z.boolean(),
    redacting: z.strictObject({ rows: count, total: count }).nullable(),
    retention,
  }),
  journal,
  last_event_at: moment.nullable(),
  active_sessions: count,
  thread: z.strictObject({ longest_ms: count, during: z.array(z.string()), at: moment, times: count }).nullable(),
  curator: z.strictObject({
    provider: z.string(),
    model: z.string(),
    profile: z.string(),
    fallback: z.string().nullable(),
    last_curated_at: moment.nullable(),
  }),
  queue,
  knowledge: counts,
  recall: z.looseObject({ records: count, waiting: count, facts: count, bytes: count }).nullable(),
  injected,
  release: z.string().nullable(),
  spend,
  spool: z.strictObject({ files: count, bytes: count, oldest_ms: z.number().nullable() }),
  capture: counts,
});

const spaceStatus = z.strictObject({
  version: z.string(),
  state,
  workspace: space,
  learnings: count,
  pending_actions: count,
  search: z.enum(['ready', 'filling', 'unavailable']),
});

export const statusAnswer = z.union([wholeStatus, spaceStatus]);

export const overviewAnswer = z.strictObject({
  state,
  ...journal.shape,
  memories: z.strictObject({ active: count, inactive: count }),
  learned_today: count,
  pending_actions: count,
  waiting_reviews: count,
  injected,
  queue,
  spend,
});

export const queueAnswer = z.strictObject({
  waiting: count,
  claimed: count,
  parked: count,
  oldest_at: moment.nullable(),
  spaces: z.array(
    z.strictObject({
      workspace: space,
      waiting: count,
      urgent: count,
      oldest_at: moment,
      newest_at: moment,
      due_at: moment,
    }),
  ),
  parked_turns: z.array(
    z.strictObject({
      turn_id: id,
      session_id: id,
      workspace: space,
      parked_at: moment,
      attempts: count,
      reason: z.string(),
    }),
  ),
  paused_until: moment.nullable(),
  problem: problem.nullable(),
});

const modelCall = z.strictObject({
  id,
  ts: moment,
  provider: z.string(),
  model: z.string(),
  purpose: z.string(),
  sessions: z.array(z.strictObject({ id, share: z.number() })),
  reserved_usd: usd,
  end: z
    .strictObject({
      ts: moment,
      outcome: z.enum(['answered', 'failed']),
      problem: z.string().nullable(),
      input_tokens: count,
      output_tokens: count,
      cost_usd: usd,
    })
    .nullable(),
});

export const spendAnswer = z.strictObject({
  day: z.strictObject({
    calls: count,
    failed_calls: count,
    unsettled_calls: count,
    input_tokens: count,
    output_tokens: count,
    usd,
  }),
  daily_usd: usd,
  session_usd: usd,
  left_usd: usd,
  model_calls: z.boolean(),
  extractions: z.strictObject({ asked: count, skipped: count }),
  sessions: z.array(z.strictObject({ id, calls: count, usd })),
  calls: z.array(modelCall),
});

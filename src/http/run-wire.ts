/** A run on its way between `carryover run` and the daemon: names as everywhere in the API. */
import * as z from 'zod';
import { isAppName } from '../memory/app.ts';
import { COOLDOWN_NAME, MOST_USES, MOST_WINDOW_MS } from '../memory/cooldown.ts';
import type { AppId } from '../memory/ids.ts';
import type { RunEnd, RunStart, RunSummary, StartedRun } from './runs-api.ts';

/** As the configuration has it. */
const LEAST_WINDOW_MS = 60_000;
const SESSION_CHARS = 200;
const name = z.string().regex(COOLDOWN_NAME);
const count = z.int().min(0);

export const runStart = z.strictObject({
  name: z.nullable(
    z.custom<AppId>(
      (text) => typeof text === 'string' && isAppName(text),
      'a name is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or a digit',
    ),
  ),
  tier: z.int().min(1).max(99),
  budget_tokens: z.int().min(0).max(20_000),
  command: z.array(z.string()).min(1),
  cwd: z.string().min(1),
  environment: z.string(),
  cooldowns: z.array(
    z.strictObject({
      service: name,
      action: name,
      uses: z.int().min(1).max(MOST_USES),
      window_ms: z.int().min(LEAST_WINDOW_MS).max(MOST_WINDOW_MS),
    }),
  ),
  pid: z.int().min(1).exactOptional(),
});

export const startedRun = z.strictObject({
  id: z.string(),
  system_prompt: z.string(),
  memories: z.strictObject({ shown: count, total: count, tokens: count }),
  app_token: z.string().exactOptional(),
});

const seen = {
  session_id: z.nullable(z.string().max(SESSION_CHARS)),
  turns: count,
  cost_usd: z.nullable(z.number()),
  memories: count,
  events: z.record(z.string(), count),
  failed: z.boolean(),
};

export const runEnd = z.strictObject({ ...seen, exit_code: z.int(), signal: z.nullable(z.string()) });

export const runSummary = z.strictObject({
  ...seen,
  id: z.string(),
  duration_ms: z.number(),
  captured_by: z.enum(['hooks', 'stream', 'nothing', 'unknown']),
});

export function startToWire({ budgetTokens, cooldowns, command, ...start }: RunStart): z.infer<typeof runStart> {
  return {
    ...start,
    command: [...command],
    budget_tokens: budgetTokens,
    cooldowns: cooldowns.map(({ windowMs, ...limit }) => ({ ...limit, window_ms: windowMs })),
  };
}

export function startFromWire({ budget_tokens, cooldowns, ...start }: z.infer<typeof runStart>): RunStart {
  return {
    ...start,
    budgetTokens: budget_tokens,
    cooldowns: cooldowns.map(({ window_ms, ...limit }) => ({ ...limit, windowMs: window_ms })),
  };
}

export function startedToWire({ id, systemPrompt, memories, appToken }: StartedRun): z.infer<typeof startedRun> {
  return { id, system_prompt: systemPrompt, memories, ...(appToken === undefined ? {} : { app_token: appToken }) };
}

export function startedFromWire({ id, system_prompt, memories, app_token }: z.infer<typeof startedRun>): StartedRun {
  return { id, systemPrompt: system_prompt, memories, ...(app_token === undefined ? {} : { appToken: app_token }) };
}

export function endToWire({ sessionId, costUsd, exitCode, ...end }: RunEnd): z.infer<typeof runEnd> {
  return { ...end, session_id: sessionId, cost_usd: costUsd, exit_code: exitCode };
}

export function endFromWire({ session_id, cost_usd, exit_code, ...end }: z.infer<typeof runEnd>): RunEnd {
  return { ...end, sessionId: session_id, costUsd: cost_usd, exitCode: exit_code };
}

export function summaryToWire(summary: RunSummary): z.infer<typeof runSummary> {
  const { sessionId, costUsd, durationMs, capturedBy, ...rest } = summary;
  return { ...rest, session_id: sessionId, cost_usd: costUsd, duration_ms: durationMs, captured_by: capturedBy };
}

export function summaryFromWire(summary: z.infer<typeof runSummary>): RunSummary {
  const { session_id, cost_usd, duration_ms, captured_by, ...rest } = summary;
  return { ...rest, sessionId: session_id, costUsd: cost_usd, durationMs: duration_ms, capturedBy: captured_by };
}

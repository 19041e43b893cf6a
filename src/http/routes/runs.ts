/**
 * `POST /runs`, `POST /runs/:id/stream {messages}` and `POST /runs/:id/end`: how `carryover run` begins a run, hands on what
 * its agent says, and ends it. A `cooling-down` means that nothing was counted.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { isAppName } from '../../memory/app.ts';
import type { AppId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';

const NAME_CHARS = 100;

const limit = z.strictObject({
  service: z.string().min(1).max(NAME_CHARS),
  action: z.string().min(1).max(NAME_CHARS),
  uses: z.int().min(1),
  windowMs: z.int().min(1),
});

const start = z.strictObject({
  name: z.nullable(
    z.custom<AppId>(
      (name) => typeof name === 'string' && isAppName(name),
      'a name is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or a digit',
    ),
  ),
  tier: z.int().min(1).max(99),
  budgetTokens: z.int().min(0).max(20_000),
  command: z.array(z.string()).min(1),
  cwd: z.string().min(1),
  environment: z.string(),
  cooldowns: z.array(limit),
});

const started = z.object({
  id: z.string(),
  systemPrompt: z.string(),
  memories: z.object({ shown: z.int(), total: z.int(), tokens: z.int() }),
  appToken: z.string().optional(),
});

const seen = {
  sessionId: z.nullable(z.string().max(200)),
  turns: z.int().min(0),
  costUsd: z.nullable(z.number()),
  memories: z.int().min(0),
  events: z.record(z.string(), z.int().min(0)),
  failed: z.boolean(),
};

const marker = z.object({
  kind: z.enum(['memory', 'event', 'cooldown']),
  label: z.string(),
  service: z.nullable(z.string()),
  text: z.string(),
});

export function runRoutes(app: Hono<HttpEnvironment>, { runs }: Pick<ApiDependencies, 'runs'>): void {
  route(
    app,
    {
      method: 'post',
      path: '/runs',
      summary: 'Begin a run: what its agent is told, and one use of each limited action.',
      tag: 'runs',
      body: start,
      answer: started,
      status: 201,
    },
    async (_, { body }) => answerJson(201, await runs.begin(body)),
  );
  route(
    app,
    {
      method: 'post',
      path: '/runs/:id/stream',
      summary: 'Hand on messages of the stream-json of its agent, in their order.',
      tag: 'runs',
      body: z.strictObject({ messages: z.array(z.unknown()) }),
      answer: z.object({ markers: z.array(marker) }),
    },
    async (_, { path, body }) => answerJson(200, { markers: await runs.heard(path.id, body.messages) }),
  );
  route(
    app,
    {
      method: 'post',
      path: '/runs/:id/end',
      summary: 'End it.',
      tag: 'runs',
      body: z.strictObject({ ...seen, exitCode: z.int(), signal: z.nullable(z.string()) }),
      answer: z.object({
        ...seen,
        id: z.string(),
        durationMs: z.number(),
        capturedBy: z.enum(['hooks', 'stream', 'nothing']),
      }),
    },
    async (_, { path, body }) => answerJson(200, await runs.end(path.id, body)),
  );
}

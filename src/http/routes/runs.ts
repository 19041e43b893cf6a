/**
 * `POST /runs`, `POST /runs/:id/stream {messages}` and `POST /runs/:id/end`: how `carryover run` begins a run, hands on what
 * its agent says, and ends it. A `cooling-down` means that nothing was counted.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readBytes } from '../limits.ts';
import { route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';
import {
  endFromWire,
  runEnd,
  runStart,
  runSummary,
  startedRun,
  startedToWire,
  startFromWire,
  summaryToWire,
} from '../run-wire.ts';

const marker = z.object({
  id: z.string(),
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
      needs: 'run',
      summary: 'Begin a run: what its agent is told, and one use of each limited action.',
      tag: 'runs',
      body: runStart,
      answer: startedRun,
      status: 201,
    },
    async (context, { body }) =>
      answerJson(201, startedToWire(await runs.begin(startFromWire(body), context.get('app')))),
  );
  route(
    app,
    {
      method: 'post',
      path: '/runs/:id/stream',
      needs: 'run',
      summary: 'Hand on messages of the stream-json of its agent, in their order.',
      tag: 'runs',
      rawBody: z.strictObject({ messages: z.array(z.unknown()) }),
      answer: z.object({ markers: z.array(marker) }),
    },
    async (context, { path }) => {
      const body = await readBytes(context.env.incoming);
      return answerJson(200, { markers: await runs.heard(path.id, body, context.get('app')) });
    },
  );
  route(
    app,
    {
      method: 'post',
      path: '/runs/:id/end',
      needs: 'run',
      summary: 'End it.',
      tag: 'runs',
      body: runEnd,
      answer: runSummary,
    },
    async (context, { path, body }) =>
      answerJson(200, summaryToWire(await runs.end(path.id, endFromWire(body), context.get('app')))),
  );
}

/**
 * `POST /memory/redact {fix}`: old rows against today's rules, line by line while it goes on. `GET /memory/retention`: what a
 * sweep would empty now; `POST /memory/retention {confirm}`: a sweep now, and without `confirm` the same as GET.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import { answerProgress } from '../answer-progress.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import { redactProgress, retentionAnswer, sweepPreview, sweepProgress } from '../openapi/schemas/privacy.ts';
import type { HttpEnvironment } from '../request.ts';

const redactInput = z.strictObject({ fix: z.boolean() });
const sweepInput = z.strictObject({ confirm: z.boolean().optional() });
const SWEEP_HINT = 'send {"confirm": true} to empty it now';

type PrivacyDependencies = Pick<ApiDependencies, 'privacy' | 'clock' | 'log'>;

export function privacyRoutes(app: Hono<HttpEnvironment>, dependencies: PrivacyDependencies): void {
  const { privacy } = dependencies;

  route(
    app,
    {
      method: 'post',
      path: '/memory/redact',
      summary: "Old rows against today's rules of redaction",
      tag: 'privacy',
      body: redactInput,
      answer: redactProgress,
    },
    (_context, { body: { fix } }) =>
      answerProgress(async (tell) => {
        const report = await privacy.redactOldRows(fix, (rows, total) => tell({ rows, total }));
        const { tracesIn, ...rest } = report;
        return { finished: true, ...rest, traces_in: tracesIn };
      }, dependencies),
  );

  route(
    app,
    {
      method: 'get',
      path: '/memory/retention',
      summary: 'What a sweep would empty now, by space',
      tag: 'privacy',
      answer: retentionAnswer,
    },
    async () => answerJson(200, { spaces: await privacy.retentionPreview() }),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/retention',
      summary: 'With `confirm` a sweep now',
      tag: 'privacy',
      body: sweepInput,
      answer: [sweepPreview, sweepProgress],
    },
    async (_context, { body: { confirm = false } }) => {
      if (!confirm)
        return answerJson(200, { preview: true, spaces: await privacy.retentionPreview(), hint: SWEEP_HINT });
      return answerProgress(
        async (tell) => ({ finished: true, emptied: await privacy.sweep((emptied) => tell({ emptied })) }),
        dependencies,
      );
    },
  );
}

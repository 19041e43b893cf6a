/**
 * `POST /memory/redact {fix}`: old rows against today's rules, line by line while it goes on. `GET /memory/retention`: what a
 * sweep would empty now; `POST /memory/retention {confirm}`: a sweep now, and without `confirm` the same as GET.
 * `GET /memory/redactions`: secrets that were taken out, by kind.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import { answerProgress } from '../answer-progress.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import {
  redactionCounts,
  redactProgress,
  retentionAnswer,
  sweepAnswer,
  sweepProgress,
} from '../openapi/schemas/privacy.ts';
import type { HttpEnvironment } from '../request.ts';

const redactInput = z.strictObject({ fix: z.boolean() });
const sweepInput = z.strictObject({
  confirm: z.boolean().optional(),
  /** One line after the other while it goes on. */
  progress: z.boolean().optional(),
});
const SWEEP_HINT = 'send {"confirm": true} to empty it now';

type PrivacyDependencies = Pick<ApiDependencies, 'privacy' | 'redactions' | 'clock' | 'log'>;

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
      path: '/memory/redactions',
      summary: 'How many secrets were taken out of what is stored, by kind',
      tag: 'privacy',
      answer: redactionCounts,
    },
    () => answerJson(200, dependencies.redactions()),
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
      answer: [sweepAnswer, sweepProgress],
    },
    async (_context, { body: { confirm = false, progress = false } }) => {
      if (!confirm)
        return answerJson(200, { preview: true, spaces: await privacy.retentionPreview(), hint: SWEEP_HINT });
      if (!progress) return answerJson(200, { finished: true, emptied: await privacy.sweep(() => undefined) });
      return answerProgress(
        async (tell) => ({ finished: true, emptied: await privacy.sweep((emptied) => tell({ emptied })) }),
        dependencies,
      );
    },
  );
}

/**
 * `POST /memory/redact {fix}`: old rows against today's rules, line by line while it goes on. `GET /memory/retention`: what is
 * past its time, hidden, or waits for a person's word; `POST /memory/retention {confirm}`: that word, and without `confirm` the
 * same as GET. `GET /memory/backups/protected` and `POST /memory/backups/release {name}`: copies of the journal that nothing but
 * time and a person removes. `GET /memory/redactions`: secrets that were taken out, by kind.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import { answerProgress } from '../answer-progress.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import {
  protectedCopyList,
  redactionCounts,
  redactProgress,
  releasedCopy,
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
const releaseInput = z.strictObject({ name: z.string().min(1) });
const SWEEP_HINT = 'send {"confirm": true} to hide it now; its text goes after seven days of running time';

type PrivacyDependencies = Pick<ApiDependencies, 'privacy' | 'redactions' | 'clock' | 'log'>;

export function privacyRoutes(app: Hono<HttpEnvironment>, dependencies: PrivacyDependencies): void {
  const { privacy } = dependencies;

  route(
    app,
    {
      method: 'post',
      path: '/memory/redact',
      needs: 'forget',
      onlyShows: ({ body }) => !body.fix,
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
      summary: 'What is past its time by space, what is hidden, and what waits for a word',
      tag: 'privacy',
      answer: retentionAnswer,
    },
    async () => answerJson(200, await privacy.retentionPreview()),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/retention',
      needs: 'forget',
      onlyShows: ({ body }) => body.confirm !== true,
      summary: 'With `confirm` hides what is past its time; its text goes after seven days of running time',
      tag: 'privacy',
      body: sweepInput,
      answer: [sweepAnswer, sweepProgress],
    },
    async (_context, { body: { confirm = false, progress = false } }) => {
      if (!confirm) return answerJson(200, { preview: true, ...(await privacy.retentionPreview()), hint: SWEEP_HINT });
      if (!progress)
        return answerJson(200, { finished: true, hidden: await privacy.confirmRetention(() => undefined) });
      return answerProgress(
        async (tell) => ({
          finished: true,
          hidden: await privacy.confirmRetention((hidden) => tell({ hidden })),
        }),
        dependencies,
      );
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/memory/backups/protected',
      summary: 'Copies from before a sweep, a restore or a migration, and how long they stay',
      tag: 'privacy',
      answer: protectedCopyList,
    },
    () =>
      answerJson(200, {
        copies: privacy.protectedCopies().map(({ name, daysLeft }) => ({ name, days_left: daysLeft })),
      }),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/backups/release',
      needs: 'forget',
      summary: 'Lets a protected copy go: it is removed',
      tag: 'privacy',
      body: releaseInput,
      answer: releasedCopy,
    },
    (_context, { body: { name } }) => answerJson(200, { released: privacy.releaseCopy(name) }),
  );
}

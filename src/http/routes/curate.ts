/**
 * `POST /memory/curate`, `POST /memory/curate/retry`, `POST /memory/curate/question {system, prompt}` (one question of an evaluation), `GET /memory/queue` and `POST /memory/rebuild {recurate?, index?}`. Curating
 * and rebuilding answer line by line and go on when the asker hangs up. A second curate waits for the first; a second
 * rebuild is `busy`.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { answerJson } from '../answer.ts';
import { answerProgress } from '../answer-progress.ts';
import type { ApiDependencies } from '../api.ts';
import { parkedToWire, problemToWire, queueToWire } from '../knowledge-wire.ts';
import { route } from '../openapi/route.ts';
import { count, problem, progress } from '../openapi/schemas/common.ts';
import { queueAnswer } from '../openapi/schemas/status.ts';
import type { HttpEnvironment } from '../request.ts';

const PARKED_TURNS = 100;
const nothingInput = z.strictObject({});
const rebuildInput = z.strictObject({ recurate: z.boolean().optional(), index: z.boolean().optional() });

const questionInput = z.strictObject({ system: z.string(), prompt: z.string() });

const curating = { curated: count, parked: count, waiting: count };
const curateProgress = progress(
  z.strictObject(curating),
  z.strictObject({
    done: z.literal(true),
    ...curating,
    curator: z.string(),
    fallback: z.string().nullable(),
    problem: problem.nullable(),
  }),
);
const questionProgress = progress(
  z.strictObject({ asked: z.literal(true) }),
  z.strictObject({
    text: z.string(),
    ended: z.enum(['complete', 'length']),
    input_tokens: count,
    output_tokens: count,
    cost_usd: z.number(),
  }),
);
const rebuildProgress = progress(
  z.strictObject({ done: z.number(), total: z.number() }),
  z.strictObject({
    finished: z.literal(true),
    acts: count.optional(),
    learnings: count.optional(),
    files: count.optional(),
    records: count.optional(),
    facts: count.optional(),
  }),
);

type CurateDependencies = Pick<ApiDependencies, 'knowledge' | 'curation' | 'recall' | 'clock' | 'log'>;

export function curateRoutes(app: Hono<HttpEnvironment>, dependencies: CurateDependencies): void {
  const { knowledge, curation, recall } = dependencies;

  route(
    app,
    {
      method: 'post',
      path: '/memory/curate',
      needs: 'curate',
      summary: 'Reads every turn that waits, now',
      tag: 'curator',
      body: nothingInput,
      answer: curateProgress,
    },
    () =>
      answerProgress(async (tell) => {
        const { failure, ...run } = await curation.curate(tell);
        return { done: true, ...run, problem: problemToWire(failure) };
      }, dependencies),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/curate/retry',
      needs: 'curate',
      summary: 'Takes up the turns that were put aside',
      tag: 'curator',
      body: nothingInput,
      answer: z.strictObject({ retried: count }),
    },
    async () => answerJson(200, { retried: await curation.retry() }),
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/curate/question',
      needs: 'curate',
      summary: 'Asks the chosen model one question of an evaluation, within the caps; nothing is learned from it',
      tag: 'curator',
      body: questionInput,
      answer: questionProgress,
    },
    (_context, { body }) =>
      answerProgress(async (tell) => {
        tell({ asked: true });
        const { text, ended, inputTokens, outputTokens, costUsd } = await curation.askForEvaluation(body);
        return { text, ended, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
      }, dependencies),
  );

  route(
    app,
    {
      method: 'get',
      path: '/memory/queue',
      summary: 'What waits for the curator, what was put aside, and what is in the way',
      tag: 'curator',
      answer: queueAnswer,
    },
    async () => {
      const { failure, pausedUntil } = curation.schedulerState();
      return answerJson(200, {
        ...queueToWire(await curation.queue()),
        parked_turns: (await knowledge.queue.parked(PARKED_TURNS)).map(parkedToWire),
        paused_until: pausedUntil ?? null,
        problem: problemToWire(failure),
      });
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/memory/rebuild',
      needs: 'curate',
      summary: 'Makes knowledge and files anew from the journal, or the search index',
      tag: 'curator',
      body: rebuildInput,
      answer: rebuildProgress,
    },
    (_context, { body: { recurate = false, index = false } }) => {
      if (recurate && index) {
        throw new CarryoverError('recurate and index do not go together', {
          code: 'invalid-input',
          hint: 'what is learned anew is indexed by itself: give one of them',
        });
      }
      return answerProgress(async (tell) => {
        const onProgress = (done: number, total: number) => tell({ done, total });
        if (index) {
          const { indexedRecords: records, indexedFacts: facts } = await recall.rebuildIndex(onProgress);
          return { finished: true, records, facts };
        }
        return { finished: true, ...(await curation.rebuild(recurate, onProgress)) };
      }, dependencies);
    },
  );
}

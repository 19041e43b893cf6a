/**
 * `POST /memory/curate`, `POST /memory/curate/retry`, `GET /memory/queue` and `POST /memory/rebuild {recurate?, index?}`. Curating
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
import { parseBody } from '../parse-body.ts';
import type { HttpEnvironment } from '../request.ts';

const PARKED_TURNS = 100;
const nothingInput = z.strictObject({});
const rebuildInput = z.strictObject({ recurate: z.boolean().optional(), index: z.boolean().optional() });

type CurateDependencies = Pick<ApiDependencies, 'knowledge' | 'curation' | 'recall' | 'clock' | 'log'>;

export function curateRoutes(app: Hono<HttpEnvironment>, dependencies: CurateDependencies): void {
  const { knowledge, curation, recall } = dependencies;

  app.post('/memory/curate', async (context) => {
    await parseBody(context.env.incoming, nothingInput);
    return answerProgress(async (tell) => {
      const { failure, ...run } = await curation.curate(tell);
      return { done: true, ...run, problem: problemToWire(failure) };
    }, dependencies);
  });

  app.post('/memory/curate/retry', async (context) => {
    await parseBody(context.env.incoming, nothingInput);
    return answerJson(200, { retried: await curation.retry() });
  });

  app.get('/memory/queue', async () => {
    const { failure, pausedUntil } = curation.schedulerState();
    return answerJson(200, {
      ...queueToWire(await curation.queue()),
      parked_turns: (await knowledge.queue.parked(PARKED_TURNS)).map(parkedToWire),
      paused_until: pausedUntil ?? null,
      problem: problemToWire(failure),
    });
  });

  app.post('/memory/rebuild', async (context) => {
    const { recurate = false, index = false } = await parseBody(context.env.incoming, rebuildInput);
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
  });
}

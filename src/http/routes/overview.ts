/** `GET /`: what there is and whether all is well, in numbers. More of it is in `GET /memory/status`. */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import { overviewAnswer } from '../openapi/schemas/status.ts';
import type { HttpEnvironment } from '../request.ts';
import { statusToWire } from '../wire.ts';

export function overviewRoute(
  app: Hono<HttpEnvironment>,
  { status, knowledge, clock }: Pick<ApiDependencies, 'status' | 'knowledge' | 'clock'>,
): void {
  route(
    app,
    {
      method: 'get',
      path: '/',
      summary: 'What there is and whether all is well, in numbers',
      tag: 'memory',
      answer: overviewAnswer,
      page: true,
    },
    async () => {
      const now = clock.now();
      const { state, journal, injected, queue, spend, knowledge: known } = statusToWire(await status());
      const [learnedToday = 0] = await knowledge.learnedBetween([new Date(now).setHours(0, 0, 0, 0), now + 1]);
      return answerJson(200, {
        state,
        ...journal,
        memories: {
          active: await knowledge.memoryCount({ status: 'active', replaced: false, now }),
          inactive: await knowledge.memoryCount({ status: 'inactive', replaced: false, now }),
        },
        learned_today: learnedToday,
        pending_actions: known.pending_actions,
        waiting_reviews: known.waiting_reviews,
        injected,
        queue,
        spend,
      });
    },
  );
}

/** `GET /review?status=` and `POST /review/:id {decision}`: what was held back until a person says yes or no. */
import type { Hono } from 'hono';
import * as z from 'zod';
import type { Review } from '../../memory/review.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { findById } from '../find-by-id.ts';
import { reviewToWire } from '../knowledge-wire.ts';
import { parseBody } from '../parse-body.ts';
import { parseStatus } from '../parse-status.ts';
import type { HttpEnvironment } from '../request.ts';

const STATUSES = ['waiting', 'accepted', 'rejected'] as const;
const decisionInput = z.strictObject({ decision: z.enum(['accepted', 'rejected']) });
/** Enough to judge by; the rest is in the journal. */
const MOST_EVIDENCE = 3;
const ALL = Number.MAX_SAFE_INTEGER;

export function reviewRoutes(
  app: Hono<HttpEnvironment>,
  { journal, knowledge, curation }: Pick<ApiDependencies, 'journal' | 'knowledge' | 'curation'>,
): void {
  const shown = async (review: Review) => {
    const { held } = review;
    if (held.kind === 'file') return reviewToWire(review, await knowledge.file(held.file), []);
    const evidence = await Promise.all(held.learning.evidence.slice(0, MOST_EVIDENCE).map((id) => journal.record(id)));
    return reviewToWire(
      review,
      undefined,
      evidence.filter((record) => record !== undefined),
    );
  };

  app.get('/review', async (context) => {
    const statuses = parseStatus(context.req.query('status'), STATUSES);
    const reviews = await knowledge.reviews({ statuses, limit: ALL });
    return answerJson(200, { reviews: await Promise.all(reviews.map(shown)) });
  });

  app.post('/review/:id', async (context) => {
    const { decision } = await parseBody(context.env.incoming, decisionInput);
    const { id } = findById(await knowledge.reviews({ limit: ALL }), context.req.param('id'), 'review');
    return answerJson(200, await shown(await curation.decide(id, decision)));
  });
}

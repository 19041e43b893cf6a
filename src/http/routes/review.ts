/**
 * `GET /review?status=`, `POST /review/:id {decision, content?, workspace?}` and `POST /review/bulk {ids, decision}`: what was held back
 * until a person says yes or no, and which of two statements holds: `accepted` is the newer one, `rejected` the older, or `both`.
 * The decision `waiting` takes an earlier one back.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { rewriteShown } from '../../curator/decisions.ts';
import type { ReviewId } from '../../memory/ids.ts';
import type { Review } from '../../memory/review.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { findById } from '../find-by-id.ts';
import { reviewToWire } from '../knowledge-wire.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { review as reviewAnswer } from '../openapi/schemas/knowledge.ts';
import type { HttpEnvironment } from '../request.ts';
import { placeFor } from '../workspace.ts';

const STATUSES = ['waiting', 'accepted', 'rejected'] as const;
const MOST_AT_ONCE = 100;
const decision = z.enum(['accepted', 'rejected', 'both', 'waiting']);
const decisionInput = z
  .strictObject({
    decision,
    content: z.string().optional(),
    workspace: z
      .string()
      .min(1)
      .optional()
      .describe('of what is asked to be moved: the project, a folder or the id of a space'),
  })
  .refine(
    ({ decision, content, workspace }) => (content ?? workspace) === undefined || decision === 'accepted',
    'only what is accepted is edited or moved',
  );
const bulkInput = z.strictObject({ ids: z.array(z.string()).min(1).max(MOST_AT_ONCE), decision });
/** Enough to judge by; the rest is in the journal. */
const MOST_EVIDENCE = 3;
const ALL = Number.MAX_SAFE_INTEGER;

export function reviewRoutes(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<ApiDependencies, 'journal' | 'knowledge' | 'curation' | 'resolveWorkspace' | 'registerFolder'>,
): void {
  const { journal, knowledge, curation } = dependencies;
  const shown = async (review: Review) => {
    const { held } = review;
    if (held.kind === 'file') return reviewToWire(review, await rewriteShown(knowledge, held, review), []);
    const evidence = await Promise.all(held.learning.evidence.slice(0, MOST_EVIDENCE).map((id) => journal.record(id)));
    const replaced = held.replaces === null ? undefined : await knowledge.learning(held.replaces);
    return reviewToWire(
      review,
      undefined,
      evidence.filter((record) => record !== undefined),
      replaced,
    );
  };

  const decide = async (
    id: ReviewId,
    { decision, content, workspace: given }: z.infer<typeof decisionInput>,
  ): Promise<Review> => {
    if (decision === 'waiting') return curation.reopen(id);
    // A folder that nobody has worked in becomes a project only when something is moved there.
    const placed = given === undefined ? undefined : () => placeFor(given, dependencies);
    return curation.decide(id, decision, { content, placed });
  };

  route(
    app,
    {
      method: 'get',
      path: '/review',
      summary: 'What was held back, and why',
      tag: 'knowledge',
      query: z.object({ status: query.status(STATUSES) }),
      answer: z.strictObject({ reviews: z.array(reviewAnswer) }),
    },
    async (_context, { query: { status } }) => {
      const reviews = await knowledge.reviews({ statuses: status, limit: ALL });
      return answerJson(200, { reviews: await Promise.all(reviews.map(shown)) });
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/review/bulk',
      needs: 'review',
      summary: 'The same decision about several, one after the other',
      tag: 'knowledge',
      body: bulkInput,
      answer: z.strictObject({ reviews: z.array(reviewAnswer) }),
    },
    async (_context, { body: { ids, decision } }) => {
      const known = await knowledge.reviews({ limit: ALL });
      const wanted = new Set(ids.map((id) => findById(known, id, 'review').id));
      const decided: Review[] = [];
      for (const id of wanted) decided.push(await decide(id, { decision }));
      return answerJson(200, { reviews: await Promise.all(decided.map(shown)) });
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/review/:id',
      needs: 'review',
      summary:
        'Yes or no to one of them (to a question: the newer one, the older, or `both`), or `waiting` to take that back; `content` is taken in instead, `workspace` is where it moves',
      tag: 'knowledge',
      body: decisionInput,
      answer: reviewAnswer,
    },
    async (_context, { path, body }) => {
      const { id } = findById(await knowledge.reviews({ limit: ALL }), path.id, 'review');
      return answerJson(200, await shown(await decide(id, body)));
    },
  );
}

/**
 * `GET /memory/learnings/:id` (the beginning of an id will do): one learning, the records it rests on, what it
 * replaced or gave way to, and everything that happened to it. What its reader may not see is not there, as if it did
 * not exist.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { isGiven, mayRead, readerOf } from '../audience.ts';
import { factDetailToWire } from '../detail-wire.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { learningDetail } from '../openapi/schemas/knowledge.ts';
import { readableLearning } from '../readable-by-id.ts';
import type { HttpEnvironment } from '../request.ts';

/** Newest; what is said again every day rests on hundreds. */
const MOST_EVIDENCE = 10;

export function learningRoute(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<
    ApiDependencies,
    'knowledge' | 'journal' | 'resolveWorkspace' | 'linkedSpaces' | 'withholding' | 'clock'
  >,
): void {
  const { knowledge, journal, clock } = dependencies;
  route(
    app,
    {
      method: 'get',
      path: '/memory/learnings/:id',
      summary: 'One learning, what it rests on, and everything that happened to it',
      tag: 'knowledge',
      query: z.object(query.reader),
      answer: learningDetail,
    },
    async (context, { path }) => {
      const reader = await readerOf(context, dependencies);
      const learning = await readableLearning(path.id, reader, knowledge);
      const { supersededBy } = learning;
      const replacedBy = supersededBy === null ? undefined : await knowledge.learning(supersededBy);
      const records = await Promise.all(
        learning.evidence.slice(-MOST_EVIDENCE).map((record) => journal.record(record)),
      );
      return answerJson(
        200,
        factDetailToWire(learning, clock.now(), {
          history: (await knowledge.learningHistory(learning.id)).filter(
            ({ before, after }) => mayRead(reader, after) && (before === null || mayRead(reader, before)),
          ),
          replaced: (await knowledge.learningsReplacedBy(learning.id)).filter((other) => isGiven(reader, other)),
          replacedBy: replacedBy !== undefined && isGiven(reader, replacedBy) ? replacedBy : undefined,
          evidence: records.filter((record) => record !== undefined).filter((record) => mayRead(reader, record)),
        }),
      );
    },
  );
}

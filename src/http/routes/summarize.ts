/**
 * `POST /memory/summarize?session_id=` (D-022): reads what waits of the session now, of no other, and answers what was learned
 * from it. A model has `curator.extractTimeoutMs` for it; what it does not read by then goes on waiting. Turns of records that were handed in end here; a client's that are not closed yet, or any that could not be
 * read (`problem`), are not in it.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import type { SessionId, TurnId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { actionToWire, learningToWire, problemToWire } from '../knowledge-wire.ts';
import { outsideId } from '../openapi/list-query.ts';
import { route } from '../openapi/route.ts';
import { count, id, problem } from '../openapi/schemas/common.ts';
import { action, learning } from '../openapi/schemas/knowledge.ts';
import type { HttpEnvironment } from '../request.ts';
import { knownSession } from './sessions.ts';

const PAGE = 100;
const ALL = Number.MAX_SAFE_INTEGER;

export function summarizeRoute(
  app: Hono<HttpEnvironment>,
  { journal, knowledge, curation }: Pick<ApiDependencies, 'journal' | 'knowledge' | 'curation'>,
): void {
  route(
    app,
    {
      method: 'post',
      path: '/memory/summarize',
      needs: 'curate',
      summary: 'Reads what waits of a session now, and tells what was learned from it',
      tag: 'curator',
      query: z.object({ session_id: outsideId.describe('the id of a session') }),
      answer: z.strictObject({
        session_id: id,
        curated: count,
        parked: count,
        waiting: count,
        problem: problem.nullable(),
        learnings: z.array(learning),
        actions: z.array(action),
      }),
    },
    async (_, { query }) => {
      const { id: sessionId, workspace } = await knownSession(query.session_id, journal);
      const { curated, parked, waiting, failure } = await curation.curate(() => undefined, { workspace, sessionId });
      const learnings = await knowledge.learningsOfTurns(await turnsOf(sessionId, journal));
      const actions = await knowledge.actions({ workspace, limit: ALL });
      return answerJson(200, {
        session_id: sessionId,
        ...{ curated, parked, waiting },
        problem: problemToWire(failure),
        learnings: learnings.map(learningToWire),
        actions: actions.filter((one) => one.sessionId === sessionId).map(actionToWire),
      });
    },
  );
}

async function turnsOf(sessionId: SessionId, journal: Pick<ApiDependencies['journal'], 'turnPage'>): Promise<TurnId[]> {
  const ids: TurnId[] = [];
  let after = 0;
  for (;;) {
    const turns = await journal.turnPage({ sessionId, after, limit: PAGE });
    ids.push(...turns.map(({ id }) => id));
    if (turns.length < PAGE) return ids;
    after = turns.at(-1)?.sequenceNum ?? after;
  }
}

/** `GET /memory/learnings/:id`: one learning, the records it rests on, and everything that happened to it. */
import type { Hono } from 'hono';
import { CarryoverError } from '../../memory/error.ts';
import { isOutsideId, type LearningId } from '../../memory/ids.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { changeToWire, learningToWire } from '../knowledge-wire.ts';
import type { HttpEnvironment } from '../request.ts';

export function learningRoute(app: Hono<HttpEnvironment>, { knowledge }: Pick<ApiDependencies, 'knowledge'>): void {
  app.get('/memory/learnings/:id', async (context) => {
    const id = context.req.param('id');
    const learning = isLearningId(id) ? await knowledge.learning(id) : undefined;
    if (learning === undefined) {
      throw new CarryoverError('there is no learning with this id', {
        code: 'not-found',
        hint: 'ids of facts come from a search or an export',
      });
    }
    const history = await knowledge.learningHistory(learning.id);
    return answerJson(200, { ...learningToWire(learning), history: history.map(changeToWire) });
  });
}

function isLearningId(text: string): text is LearningId {
  return isOutsideId(text);
}

/**
 * `POST /hooks/:client`: one event of an agent client. The hot path: no schema, no copy; the client's own normaliser
 * reads the payload, and its answer is the body. The event is committed when the answer goes out.
 */
import type { Hono } from 'hono';
import { CarryoverError } from '../../memory/error.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { PAYLOAD_DEPTH, readJson } from '../limits.ts';
import type { HttpEnvironment } from '../request.ts';

/** Set by a process whose own agent calls must not be remembered, such as a curator that runs an agent. */
const SKIP_HEADER = 'x-carryover-skip';

export function hooksRoute(app: Hono<HttpEnvironment>, { hooks }: Pick<ApiDependencies, 'hooks'>): void {
  app.post('/hooks/:client', async (context) => {
    const handler = hooks.get(context.req.param('client'));
    if (handler === undefined) {
      throw new CarryoverError('no such client', {
        code: 'not-found',
        hint: `the clients are ${[...hooks.keys()].join(', ')}`,
      });
    }
    const { incoming } = context.env;
    const payload = await readJson(incoming, PAYLOAD_DEPTH);
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      throw new CarryoverError('a hook payload is a JSON object', {
        code: 'invalid-input',
        hint: 'send what the client gives to its hooks, unchanged',
      });
    }
    if ((incoming.headers[SKIP_HEADER] ?? '') === '') return answerJson(200, await handler.receive(payload));
    await handler.skip(payload);
    return answerJson(200, {});
  });
}

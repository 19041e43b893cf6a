/**
 * `GET /memory/status` and `POST /daemon/stop`. With a `workspace`, or for agents, status tells of that space and the user
 * scope alone: an agent has no business with other projects.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readerOf } from '../audience.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { statusAnswer } from '../openapi/schemas/status.ts';
import type { HttpEnvironment } from '../request.ts';
import { spaceStatus } from '../space-status.ts';
import { statusToWire } from '../wire.ts';

export function daemonRoutes(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<
    ApiDependencies,
    'status' | 'stop' | 'knowledge' | 'resolveWorkspace' | 'linkedSpaces' | 'withholding' | 'clock'
  >,
): void {
  const { status, stop, knowledge } = dependencies;
  route(
    app,
    {
      method: 'get',
      path: '/memory/status',
      summary: 'What is kept, what waits, what is wrong',
      tag: 'daemon',
      query: z.object(query.reader),
      answer: statusAnswer,
    },
    async (context) => {
      const reader = await readerOf(context, dependencies);
      const { workspace } = reader;
      const report = await status();
      return answerJson(
        200,
        workspace === undefined ? statusToWire(report) : await spaceStatus(report, { ...reader, workspace }, knowledge),
      );
    },
  );
  stopRoute(app, { stop });
}

export function stopRoute(app: Hono<HttpEnvironment>, { stop }: Pick<ApiDependencies, 'stop'>): void {
  route(
    app,
    {
      method: 'post',
      path: '/daemon/stop',
      needs: 'daemon',
      summary: 'Stops the daemon gracefully',
      tag: 'daemon',
      answer: z.strictObject({ stopping: z.literal(true) }),
      status: 202,
    },
    () => {
      // Stopping waits for open requests, this one among them, so the answer still arrives.
      stop();
      return answerJson(202, { stopping: true }, { Connection: 'close' });
    },
  );
}

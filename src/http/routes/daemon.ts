/**
 * `GET /memory/status` and `POST /daemon/stop`. With a `workspace`, or for agents, status tells of that space and the user
 * scope alone: an agent has no business with other projects.
 */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readerOf } from '../reader.ts';
import type { HttpEnvironment } from '../request.ts';
import { spaceStatus } from '../space-status.ts';
import { statusToWire } from '../wire.ts';

export function daemonRoutes(
  app: Hono<HttpEnvironment>,
  {
    status,
    stop,
    knowledge,
    resolveWorkspace,
  }: Pick<ApiDependencies, 'status' | 'stop' | 'knowledge' | 'resolveWorkspace'>,
): void {
  app.get('/memory/status', async (context) => {
    const { workspace, audience } = await readerOf((name) => context.req.query(name), resolveWorkspace);
    const report = await status();
    return answerJson(
      200,
      workspace === undefined ? statusToWire(report) : await spaceStatus(report, { workspace, audience }, knowledge),
    );
  });

  app.post('/daemon/stop', () => {
    // Stopping waits for open requests, this one among them, so the answer still arrives.
    stop();
    return answerJson(202, { stopping: true }, { Connection: 'close' });
  });
}

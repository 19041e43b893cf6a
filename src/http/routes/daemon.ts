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
  dependencies: Pick<
    ApiDependencies,
    'status' | 'stop' | 'knowledge' | 'resolveWorkspace' | 'linkedSpaces' | 'withholding'
  >,
): void {
  const { status, stop, knowledge } = dependencies;
  app.get('/memory/status', async (context) => {
    const reader = await readerOf(context, dependencies);
    const { workspace } = reader;
    const report = await status();
    return answerJson(
      200,
      workspace === undefined ? statusToWire(report) : await spaceStatus(report, { ...reader, workspace }, knowledge),
    );
  });
  stopRoute(app, { stop });
}

export function stopRoute(app: Hono<HttpEnvironment>, { stop }: Pick<ApiDependencies, 'stop'>): void {
  app.post('/daemon/stop', () => {
    // Stopping waits for open requests, this one among them, so the answer still arrives.
    stop();
    return answerJson(202, { stopping: true }, { Connection: 'close' });
  });
}

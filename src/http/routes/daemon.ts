/** `GET /memory/status` and `POST /daemon/stop`. */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import type { HttpEnvironment } from '../request.ts';
import { statusToWire } from '../wire.ts';

export function daemonRoutes(
  app: Hono<HttpEnvironment>,
  { status, stop }: Pick<ApiDependencies, 'status' | 'stop'>,
): void {
  app.get('/memory/status', async () => answerJson(200, statusToWire(await status())));

  app.post('/daemon/stop', () => {
    // Stopping waits for open requests, this one among them, so the answer still arrives.
    stop();
    return answerJson(202, { stopping: true }, { Connection: 'close' });
  });
}

/**
 * `GET /apps`, `POST /apps {name, workspace}` and `DELETE /apps/:name`: which apps there are. The answer to a POST is the
 * only place where the app's token is ever told; it ends with the app. `forgotten` is one whose space is gone: it is refused.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { isAppName } from '../../memory/app.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { App } from '../../platform/apps.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { parseBody } from '../parse-body.ts';
import type { HttpEnvironment } from '../request.ts';

const appInput = z.strictObject({
  name: z.custom<App['name']>(
    (name) => typeof name === 'string' && isAppName(name),
    'a name is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or a digit',
  ),
  workspace: z.string().min(1),
});

export function appRoutes(
  app: Hono<HttpEnvironment>,
  { apps, journal }: Pick<ApiDependencies, 'apps' | 'journal'>,
): void {
  app.get('/apps', async () => {
    const spaces = new Set(await journal.spaceIds());
    const list = apps
      .list()
      .map((one) => ({ ...appToWire(one), ...(spaces.has(one.space) ? {} : { forgotten: true }) }));
    return answerJson(200, { apps: list });
  });

  app.post('/apps', async (context) => {
    const { name, workspace } = await parseBody(context.env.incoming, appInput);
    const added = await apps.add(name, workspace);
    return answerJson(201, { ...appToWire(added), token: added.token });
  });

  app.delete('/apps/:name', (context) => {
    const name = context.req.param('name');
    if (apps.remove(name)) return answerJson(200, { name });
    throw new CarryoverError('there is no such app', { code: 'not-found', hint: '`carryover app list` shows them' });
  });
}

function appToWire({ name, space, createdAt }: App) {
  return { name, workspace: space, created_at: createdAt };
}

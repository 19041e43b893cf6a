/**
 * `GET /apps`, `POST /apps {name, workspace}` and `DELETE /apps/:name`: which apps there are. The answer to a POST is the
 * only place where the app's token is ever told; it ends with the app. `forgotten` is one whose space is gone: it is refused;
 * `unissued` one that only ran and has no token yet.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { isAppName } from '../../memory/app.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { App } from '../../platform/apps.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import { id, moment } from '../openapi/schemas/common.ts';
import type { HttpEnvironment } from '../request.ts';

const appInput = z.strictObject({
  name: z.custom<App['name']>(
    (name) => typeof name === 'string' && isAppName(name),
    'a name is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or a digit',
  ),
  workspace: z.string().min(1),
});

const listed = z.strictObject({ name: z.string(), workspace: id, created_at: moment });

export function appRoutes(
  app: Hono<HttpEnvironment>,
  { apps, journal }: Pick<ApiDependencies, 'apps' | 'journal'>,
): void {
  route(
    app,
    {
      method: 'get',
      path: '/apps',
      summary: 'Which apps there are',
      tag: 'apps',
      answer: z.strictObject({
        apps: z.array(listed.extend({ forgotten: z.literal(true).optional(), unissued: z.literal(true).optional() })),
      }),
    },
    async () => {
      const spaces = new Set(await journal.spaceIds());
      const list = apps.list().map((one) => ({
        ...appToWire(one),
        ...(spaces.has(one.space) ? {} : { forgotten: true }),
        ...(one.unissued === true ? { unissued: true } : {}),
      }));
      return answerJson(200, { apps: list });
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/apps',
      needs: 'access',
      summary: 'Adds one; its token is told here and nowhere else',
      tag: 'apps',
      body: appInput,
      answer: listed.extend({ token: z.string() }),
      status: 201,
    },
    async (_context, { body: { name, workspace } }) => {
      const added = await apps.add(name, workspace);
      return answerJson(201, { ...appToWire(added), token: added.token });
    },
  );

  route(
    app,
    {
      method: 'delete',
      path: '/apps/:name',
      needs: 'access',
      summary: 'Removes one; what it learned stays',
      tag: 'apps',
      answer: z.strictObject({ name: z.string() }),
    },
    (_context, { path: { name } }) => {
      if (apps.remove(name)) return answerJson(200, { name });
      throw new CarryoverError('there is no such app', { code: 'not-found', hint: '`carryover app list` shows them' });
    },
  );
}

function appToWire({ name, space, createdAt }: App) {
  return { name, workspace: space, created_at: createdAt };
}

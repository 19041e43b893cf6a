/**
 * `GET /settings` and `PUT /settings`: the switches of privacy, a closed list. Nothing here tells or takes a key, an
 * address or a provider (SRV-17, SRV-18); those are `carryover config`.
 */
import type { Hono } from 'hono';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import { settingsAnswer, settingsChanged, settingsInput } from '../openapi/schemas/settings.ts';
import type { HttpEnvironment } from '../request.ts';

export function settingsRoutes(app: Hono<HttpEnvironment>, { settings }: Pick<ApiDependencies, 'settings'>): void {
  route(
    app,
    {
      method: 'get',
      path: '/settings',
      summary: 'What agents are given, how long text is kept, whether models are asked and who reads that',
      tag: 'privacy',
      answer: settingsAnswer,
    },
    () => answerJson(200, settings.read()),
  );

  route(
    app,
    {
      method: 'put',
      path: '/settings',
      needs: 'settings',
      summary: 'Changes those that are given; they hold at once',
      tag: 'privacy',
      body: settingsInput,
      answer: settingsChanged,
    },
    (_context, { body }) => {
      const previous = settings.change(body);
      return answerJson(200, { ...settings.read(), previous });
    },
  );
}

/** `GET /events` and `GET /cooldowns`: what happened to services, newest first, and what may be done to them again when. */
import type { Hono } from 'hono';
import * as z from 'zod';
import type { SessionId } from '../../memory/ids.ts';
import { EVENT_LEVELS } from '../../memory/marker.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { eventFeed } from '../event-feed.ts';
import { eventToWire } from '../event-wire.ts';
import { listOf, outsideId } from '../openapi/list-query.ts';
import { route } from '../openapi/route.ts';
import { cooldownList, eventList } from '../openapi/schemas/events.ts';
import type { HttpEnvironment } from '../request.ts';
import { exactScope } from '../workspace.ts';

const MOST_EVENTS = 200;
const EVENTS = 50;

export function eventRoutes(
  app: Hono<HttpEnvironment>,
  dependencies: Pick<ApiDependencies, 'journal' | 'knowledge' | 'runs' | 'resolveWorkspace'>,
): void {
  route(
    app,
    {
      method: 'get',
      path: '/events',
      summary: 'Markers, cooldowns, runs and new memories, newest first',
      tag: 'operations',
      page: true,
      query: z.object({
        ...listOf(MOST_EVENTS, EVENTS),
        level: z
          .enum(EVENT_LEVELS)
          .exactOptional()
          .describe(`one of ${EVENT_LEVELS.join(', ')}`),
        service: z.string().min(1).exactOptional().describe('the name of a service'),
        session_id: outsideId.exactOptional().describe('the id of a session'),
      }),
      answer: eventList,
    },
    async (_, { query }) => {
      const { workspace, session_id: sessionId, ...filter } = query;
      const scope = await exactScope(workspace, dependencies.resolveWorkspace);
      if (scope === undefined) return answerJson(200, { events: [], next: null });
      const session = sessionId === undefined ? {} : { sessionId: sessionId as SessionId };
      const { events, next } = await eventFeed(dependencies, { ...filter, ...scope, ...session });
      return answerJson(200, { events: events.map(eventToWire), next: next ?? null });
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/cooldowns',
      summary: 'How often each action may be done, and when it may be done again',
      tag: 'operations',
      page: true,
      answer: cooldownList,
    },
    async () => {
      const cooldowns = await dependencies.runs.cooldowns();
      return answerJson(200, {
        cooldowns: cooldowns.map(({ service, action, uses, windowMs, used, lastUsedAt, freeAt }) => ({
          service,
          action,
          uses,
          window_ms: windowMs,
          used,
          last_used_at: lastUsedAt,
          free_at: freeAt,
        })),
      });
    },
  );
}

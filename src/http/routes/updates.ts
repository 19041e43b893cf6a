/**
 * `GET /memory/events` (D-026): changes of learnings as server-sent events, live. `Last-Event-ID` (or `last_event_id`) goes on after
 * that one; without it the stream begins now. Each stream holds a connection, so there are only so many. That of a browser
 * ends with its session.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { answer } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';
import { newestPlace, parsePlace } from '../stream-cursor.ts';
import { updateStream } from '../update-stream.ts';

/** Half of the connections the server takes. */
const MOST_STREAMS = 32;

export function updateRoute(
  app: Hono<HttpEnvironment>,
  {
    knowledge,
    updates,
    sessions,
    log,
    clock,
  }: Pick<ApiDependencies, 'knowledge' | 'updates' | 'sessions' | 'log' | 'clock'>,
): void {
  let open = 0;
  route(
    app,
    {
      method: 'get',
      path: '/memory/events',
      summary: 'Changes of learnings as they happen',
      tag: 'memories',
      query: z.object({
        last_event_id: z
          .string()
          .exactOptional()
          .describe('where to go on, as `Last-Event-ID`; 0 for everything from the first'),
      }),
      answer: {
        contentType: 'text/event-stream',
        describe:
          'events `memory_update`, each with its `id:`; the data is a learning with `seq` and `change`, or `{"reset":true}` when the place to go on from is no more',
      },
    },
    async (context, { query }) => {
      // Only the headers are asked for.
      if (context.req.method === 'HEAD') return answer(200, 'text/event-stream', '');
      if (open >= MOST_STREAMS) throw tooManyStreams();
      open += 1;
      const last = context.req.header('last-event-id') ?? query.last_event_id;
      try {
        const place = last === undefined ? await newestPlace(knowledge) : parsePlace(last);
        const browser = context.get('browser');
        const body = updateStream({
          knowledge,
          clock,
          updates: {
            subscribe(listener) {
              const stops = [updates.subscribe(listener), sessions.onEnded(() => listener.onChanged())];
              return () => {
                for (const stop of stops) stop();
              };
            },
          },
          mayListen: () => browser === undefined || sessions.isRunning(browser),
          place,
          onEnd(how, error) {
            open -= 1;
            if (error !== undefined) log.error('update-stream-failed', { message: messageOf(error) });
            if (how === 'cut') context.env.outgoing.destroy();
          },
        });
        return answer(200, 'text/event-stream', body);
      } catch (error) {
        open -= 1;
        throw error;
      }
    },
  );
}

function tooManyStreams(): CarryoverError {
  return new CarryoverError(`${MOST_STREAMS} listeners are there already`, {
    code: 'too-many-streams',
    hint: 'close one that is not needed, or try again later',
    retryable: true,
  });
}

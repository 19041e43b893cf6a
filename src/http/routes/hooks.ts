/**
 * `POST /hooks/:client`: one event of an agent client. The hot path: no schema, no copy; the client's own normaliser
 * reads the bytes, and its answer is the body. The event is committed when the answer goes out.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import type { Fields } from '../../memory/json-guards.ts';
import { COMMAND_CHANNEL } from '../../memory/telling.ts';
import { goingFirst } from '../../platform/going-first.ts';
import { type Access, bearerOf } from '../access.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { readBytes } from '../limits.ts';
import { route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';

/** Set by a process whose own agent calls must not be remembered, such as a curator that runs an agent. */
const SKIP_HEADER = 'x-carryover-skip';

/** Sent by our hook when its session is an app's: the token proves it, whatever the event says of itself. */
const APP_TOKEN_HEADER = 'x-carryover-app-token';

/** Sent by our hook: the same for an event that is handed over again. */
const EVENT_HEADER = 'x-carryover-event';
const EVENT_ID = /^[\w-]{8,100}$/;

/** Each installation has a token of its own and tells of every event; our commands all have the owner's. */
function channelOf(token: string | undefined, access: Pick<Access, 'identify'>): string {
  if (token === undefined || access.identify(token)?.kind !== 'hook') return COMMAND_CHANNEL;
  return createHash('sha256').update(token).digest('hex').slice(0, 12);
}

/** Whether the answer was written before the connection ended. */
function deliveryOf(outgoing: Pick<ServerResponse, 'once' | 'writableFinished'>): Promise<boolean> {
  return new Promise((resolve) => {
    outgoing.once('finish', () => resolve(true));
    outgoing.once('close', () => resolve(outgoing.writableFinished));
  });
}

export function hooksRoute(
  app: Hono<HttpEnvironment>,
  { hooks, access, hookReach }: Pick<ApiDependencies, 'hooks' | 'access' | 'hookReach'>,
): void {
  route(
    app,
    {
      method: 'post',
      path: '/hooks/:client',
      needs: 'capture',
      summary: 'One event of an agent client, as the client gives it to its hooks',
      tag: 'capture',
      rawBody: z.looseObject({}),
      answer: z.looseObject({}),
    },
    async (context, { path }) => {
      const handler = hooks.get(path.client);
      if (handler === undefined) {
        throw new CarryoverError('no such client', {
          code: 'not-found',
          hint: `the clients are ${[...hooks.keys()].join(', ')}`,
        });
      }
      const { incoming, outgoing } = context.env;
      const body = await readBytes(incoming);
      const project = context.get('hook')?.project ?? null;
      // Of what is stored, so it is asked when the body was read.
      const check = async (payload: Fields): Promise<void> => {
        if (project === null || (await hookReach.includes(project, payload))) return;
        throw new CarryoverError('this token tells of another project', {
          code: 'forbidden',
          hint: 'run `carryover init` in the project that the client works in',
        });
      };
      const { [SKIP_HEADER]: skip = '', [APP_TOKEN_HEADER]: token, [EVENT_HEADER]: event } = incoming.headers;
      const caller = token === undefined ? undefined : access.identify(String(token));
      const origin = caller?.kind === 'app' ? caller : undefined;
      // A token that was taken back is no app's any more, and its events are not the person's either.
      if (skip === '' && (token === undefined || origin !== undefined))
        return answerJson(
          200,
          await goingFirst(() =>
            handler.receive(body, {
              app: origin,
              check,
              delivery: deliveryOf(outgoing),
              telling: {
                channel: channelOf(bearerOf(incoming.headers.authorization), access),
                eventId: typeof event === 'string' && EVENT_ID.test(event) ? event : randomUUID(),
              },
            }),
          ),
        );
      return answerJson(200, await handler.skip(body, check));
    },
  );
}

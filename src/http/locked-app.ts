/**
 * The API of a daemon whose memory is locked: behind the same guard, it takes events (they are sealed and wait), tells
 * that it is locked, can be stopped, and can be unlocked. Everything else is refused with 423.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../memory/error.ts';
import type { SpaceId } from '../memory/ids.ts';
import { answerJson } from './answer.ts';
import { answerErrors } from './answer-errors.ts';
import type { ApiDependencies } from './api.ts';
import type { App } from './app.ts';
import { guard } from './guard.ts';
import { createGuesses } from './guesses.ts';
import { lockedError, type WireLockedStatus } from './locked-status.ts';
import { plainPage } from './page.ts';
import { parseBody } from './parse-body.ts';
import { refusal } from './refusal.ts';
import { SOCKET_DOOR } from './request.ts';
import { stopRoute } from './routes/daemon.ts';
import { healthRoute } from './routes/health.ts';
import { hooksRoute } from './routes/hooks.ts';
import { mcpRoute } from './routes/mcp.ts';

interface LockedDependencies
  extends Pick<ApiDependencies, 'access' | 'sessions' | 'clock' | 'log' | 'hooks' | 'hookReach' | 'mcp' | 'stop'> {
  status(): WireLockedStatus;
  /** Resolves when memory is open; a positive number is how long to wait before the next try. */
  unlock(passphrase: string): Promise<number>;
}

/** Of an agent that asks for tools; the tools themselves say that memory is locked. */
const ANY_SPACE = async (workspace: string) => workspace as SpaceId;
const UNLOCK = z.strictObject({ passphrase: z.string().min(1) });

export function createLockedApp(dependencies: LockedDependencies): App {
  const { access, log, status, unlock } = dependencies;
  const app: App = new Hono();
  app.use(guard({ ...dependencies, guesses: createGuesses(dependencies) }));
  healthRoute(app, access);
  hooksRoute(app, dependencies);
  mcpRoute(app, { ...dependencies, resolveWorkspace: ANY_SPACE });
  stopRoute(app, dependencies);
  app.get('/memory/status', (context) => {
    // That it is locked is all there is to say of a space, and all that an agent has to know.
    const { workspace, audience } = context.req.query();
    if (context.get('app') !== undefined || workspace !== undefined || audience === 'agent') throw lockedError();
    return answerJson(200, status());
  });
  app.post('/daemon/unlock', async (context) => {
    const { door, incoming } = context.env;
    if (door !== SOCKET_DOOR)
      throw new CarryoverError('a key is not taken over a network port', {
        code: 'forbidden',
        hint: 'use the Unix socket of the daemon, as `carryover unlock` does',
      });
    const { passphrase } = await parseBody(incoming, UNLOCK);
    const waitMs = await unlock(passphrase);
    if (waitMs > 0) return refusal(tooManyGuesses(), { 'Retry-After': String(Math.ceil(waitMs / 1_000)) });
    return answerJson(200, { unlocked: true });
  });
  app.notFound(() => {
    throw lockedError();
  });
  answerErrors(app, log, plainPage);
  return app;
}

function tooManyGuesses(): CarryoverError {
  return new CarryoverError('too many wrong keys', {
    code: 'too-many-attempts',
    hint: 'wait a moment, then try again',
  });
}

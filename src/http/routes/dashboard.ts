/**
 * How a browser logs in (SRV-8): `POST /dashboard/code` gives the owner, by token and never by cookie, a code that is good
 * once and for a minute; `POST /dashboard/session` takes it for a cookie, and is the one write that needs no token.
 * `DELETE /dashboard/session` logs the browser out, and all of them when the owner asks by token.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { answerJson, answerNothing } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { LOGIN_PATH } from '../guard.ts';
import type { Guesses } from '../guesses.ts';
import { CODE_LIFE_MS, createLoginCodes } from '../login-codes.ts';
import { route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';
import { clearedCookie, sessionCookie } from '../session-cookie.ts';

const TAG = 'dashboard';
/** Twelve characters, and whatever a person types between them. */
const LONGEST_CODE = 64;

export function dashboardRoutes(
  app: Hono<HttpEnvironment>,
  {
    sessions,
    guesses,
    clock,
    port,
  }: Pick<ApiDependencies, 'sessions' | 'clock' | 'port'> & { readonly guesses: Guesses },
): void {
  const codes = createLoginCodes(clock);

  route(
    app,
    {
      method: 'post',
      path: '/dashboard/code',
      needs: 'access',
      tag: TAG,
      summary: 'A one-time code that logs a browser in, and the address that takes it',
      body: z.strictObject({}),
      answer: z.object({ code: z.string(), expires_in_s: z.number(), url: z.string() }),
      status: 201,
    },
    (context) => {
      if (context.get('browser') !== undefined) throw notByCookie();
      const code = codes.issue();
      // What stands behind the # stays in the browser: no server, log or referrer ever sees it.
      const url = `http://127.0.0.1:${port()}/login#${code}`;
      return answerJson(201, { code, expires_in_s: CODE_LIFE_MS / 1_000, url });
    },
  );

  route(
    app,
    {
      method: 'post',
      path: LOGIN_PATH,
      tag: TAG,
      summary: 'Logs a browser in: sets its cookie',
      body: z.strictObject({ code: z.string().max(LONGEST_CODE) }),
      answer: z.undefined(),
      status: 204,
      open: true,
    },
    ({ env: { incoming } }, { body: { code } }) =>
      codes.take(code)
        ? answerNothing({ 'Set-Cookie': sessionCookie(incoming, sessions.begin()) })
        : guesses.refuse(incoming, wrongCode()),
  );

  route(
    app,
    {
      method: 'delete',
      path: LOGIN_PATH,
      needs: 'access',
      tag: TAG,
      summary: 'Logs this browser out; with the token, all of them',
      answer: z.undefined(),
      status: 204,
    },
    (context) => {
      sessions.end(context.get('browser'));
      return answerNothing({ 'Set-Cookie': clearedCookie(context.env.incoming) });
    },
  );
}

function notByCookie(): CarryoverError {
  return new CarryoverError('a browser gives no code for another one', {
    code: 'forbidden',
    hint: 'run `carryover open`',
  });
}

function wrongCode(): CarryoverError {
  return new CarryoverError('this code is not known, was used, or is older than a minute', {
    code: 'wrong-code',
    hint: 'run `carryover open` for a fresh one',
  });
}

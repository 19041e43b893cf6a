/**
 * What every request passes before routing and before a byte of its body is read, in this order: Host, Origin, method,
 * token or cookie, content type, size. Only `GET /health`, the files of the dashboard and the login with a code need
 * neither. A web page in the user's browser can send requests here, by DNS rebinding even under a name of its own; none
 * of them gets past the first two (SRV-5, SRV-6, SRV-7). What a browser writes by its cookie carries a second proof
 * that the page is ours (SRV-9).
 */
import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { CarryoverError } from '../memory/error.ts';
import type { Right } from '../memory/right.ts';
import { TOTAL_BYTES as IMPORT_BYTES, tooLarge } from '../privacy/import/byte-lines.ts';
import { type Access, bearerOf, type Caller, OWNER, type OwnerCaller } from './access.ts';
import { beyondToken } from './authority.ts';
import { type Browser, type BrowserSessions, carriesCsrf } from './browser-sessions.ts';
import type { Guesses } from './guesses.ts';
import { APP_HEADER } from './headers.ts';
import { BODY_BYTES, bodyTooLarge } from './limits.ts';
import { IMPORT_PATH } from './long-body.ts';
import type { Door, HttpEnvironment } from './request.ts';
import { sessionCookies } from './session-cookie.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const LINES_TYPE = /^application\/x-ndjson\s*(?:;|$)/i;
/** Not `same-site`: that is another port of this machine, so another program. */
const OWN_FETCH_SITES: readonly unknown[] = [undefined, 'same-origin', 'none'];

/** What an app may call, all of it within its own reach. */
const APP_READS = /^\/memory\/(?:search|context|status|(?:record|learnings)\/[^/]+)$/;

/** What it hands in, and the runs that it starts itself. */
const APP_WRITES = /^\/(?:memory\/record|runs|runs\/[^/]+\/(?:stream|end))$/;

export const LOGIN_PATH = '/dashboard/session';
/** A code, from somebody nobody knows yet. */
const LOGIN_BYTES = 256;
/** Files of the product, the same for everybody. */
const ASSETS = '/assets/';
const CSRF_HEADER = 'x-csrf';
const READS: readonly string[] = ['GET', 'HEAD'];

interface GuardOptions {
  readonly access: Access;
  readonly sessions: BrowserSessions;
  readonly guesses: Guesses;
}

export function guard({ access, sessions, guesses }: GuardOptions): MiddlewareHandler<HttpEnvironment> {
  return async (context, next) => {
    const { incoming, door, admit } = context.env;
    const { method, path } = context.req;
    checkOrigin(incoming, checkHost(incoming, door), door);
    if (method === 'OPTIONS') {
      throw refused('method-not-allowed', 'OPTIONS is not answered', 'other origins cannot use this server');
    }
    if (!isOpen(method, path, door)) {
      const token = bearerOf(incoming.headers.authorization);
      const browser = browserOf(incoming, door, sessions);
      const known = browser !== undefined ? OWNER : token === undefined ? undefined : access.identify(token);
      const caller = known?.kind === 'owner' ? actingAs(incoming, known, access) : known;
      if (caller === undefined) {
        if (token === undefined) throw unauthorized('this needs a token');
        return guesses.refuse(incoming, unauthorized('this token is not known'));
      }
      admit();
      if (browser !== undefined) checkWrite(incoming, method, browser);
      if (!mayCall(caller, method, path)) throw beyond(caller);
      context.set('app', caller.kind === 'app' ? caller : undefined);
      context.set('owner', caller.kind === 'owner' ? caller : undefined);
      context.set('browser', browser);
      context.set('hook', caller.kind === 'hook' ? caller : undefined);
    }
    checkBody(incoming, method, path);
    await next();
    return undefined;
  };
}

function isOpen(method: string, path: string, { browsers }: Door): boolean {
  if (method === 'POST') return browsers && path === LOGIN_PATH;
  return method === 'GET' && (path === '/health' || (browsers && path.startsWith(ASSETS)));
}

/** Logged in by cookie; who sends an `Authorization` goes by that alone. */
function browserOf(incoming: IncomingMessage, door: Door, sessions: BrowserSessions): Browser | undefined {
  if (!door.browsers || incoming.headers.authorization !== undefined) return undefined;
  for (const cookie of sessionCookies(incoming)) {
    const browser = sessions.find(cookie);
    if (browser !== undefined) return browser;
  }
  return undefined;
}

function checkWrite({ headers }: IncomingMessage, method: string, browser: Browser): void {
  const given = headers[CSRF_HEADER];
  if (READS.includes(method) || carriesCsrf(browser, typeof given === 'string' ? given : undefined)) return;
  throw refused('csrf', 'this page is from before the last sign-in', 'load it again, then repeat what you did');
}

/** The owner, or the app that the owner wants to be for this request. A script is nobody but itself: it has its own rights. */
function actingAs({ headers }: IncomingMessage, owner: OwnerCaller, access: Access): Caller {
  const name = headers[APP_HEADER];
  if (name === undefined) return owner;
  if (owner.named !== undefined)
    throw refused('forbidden', "a script's token is no app's", "use the app's own token, or leave the header out");
  const app = access.app(String(name));
  if (app !== undefined) return app;
  throw refused('forbidden', 'there is no such app', '`carryover app list` shows them');
}

function mayCall(caller: Caller, method: string, path: string): boolean {
  switch (caller.kind) {
    case 'owner':
      return caller.named === undefined || !READS.includes(method) || mayLook(caller.named.may, path);
    case 'hook':
      return method === 'POST' && path === `/hooks/${caller.client}`;
    case 'app':
      if (path === '/mcp') return true;
      return method === 'POST' ? APP_WRITES.test(path) : method === 'GET' && APP_READS.test(path);
  }
}

/** A script that may do one thing may still ask how the daemon is. */
function mayLook(may: readonly Right[], path: string): boolean {
  return may.includes('read') || path === '/memory/status';
}

/** Returns the Host, which is one of our own, exactly as written. */
function checkHost({ rawHeaders, url }: IncomingMessage, door: Door): string {
  const hint = 'send one Host header: 127.0.0.1 or localhost with the port of the daemon';
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'host') continue;
    if (host !== undefined) throw refused('bad-host', 'the request has more than one Host header', hint);
    host = rawHeaders[at + 1];
  }
  if (host === undefined) throw refused('bad-host', 'the request has no Host header', hint);
  // An absolute target names a second host, which would have to be checked as well; no client of ours sends one.
  if (door.hosts.includes(host) && url?.startsWith('/')) return host;
  throw refused('host-not-allowed', 'this Host is not answered', hint);
}

function checkOrigin({ headers }: IncomingMessage, host: string, door: Door): void {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  const ownOrigin = origin === undefined || (door.browsers && origin === `http://${host}`);
  if (ownOrigin && OWN_FETCH_SITES.includes(fetchSite)) return;
  throw refused('origin-not-allowed', 'a web page of another origin is not answered', 'use the `carryover` command');
}

function checkBody({ headers }: IncomingMessage, method: string, path: string): void {
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody && (method === 'GET' || method === 'HEAD' || method === 'DELETE')) return;
  // The one body that is not one JSON value, and that may be long: it is read line by line.
  const isImport = method === 'POST' && path === IMPORT_PATH;
  const [type, name] = isImport ? [LINES_TYPE, 'application/x-ndjson'] : [JSON_TYPE, 'application/json'];
  const hint = `set \`Content-Type: ${name}\` and send plain JSON`;
  if (!type.test(headers['content-type'] ?? '')) {
    throw refused('unsupported-media-type', `a body must be ${name}`, hint);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw refused('unsupported-media-type', 'compressed bodies are not accepted', hint);
  }
  if (path === LOGIN_PATH && (length > LOGIN_BYTES || headers['transfer-encoding'] !== undefined))
    throw refused('body-too-large', 'this is more than a code', 'send {"code":"…"} and its Content-Length');
  if (length > (isImport ? IMPORT_BYTES : BODY_BYTES)) throw isImport ? tooLarge(IMPORT_BYTES) : bodyTooLarge();
}

function unauthorized(message: string): CarryoverError {
  return refused(
    'unauthorized',
    message,
    'send the token of the home folder as `Authorization: Bearer …`, or use the `carryover` command',
  );
}

function beyond(caller: Caller): CarryoverError {
  if (caller.kind === 'owner') return beyondToken(caller, 'read');
  const message =
    caller.kind === 'hook'
      ? 'this token only reports events of its client'
      : 'an app only reads and adds to its own memory';
  return refused('forbidden', message, 'use the token of the home folder');
}

function refused(code: string, message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code, hint });
}

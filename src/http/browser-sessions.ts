/**
 * Browsers that are logged in (SRV-8, SRV-9). A session is a cookie of 256 random bits; only its digest is kept, in a
 * private file, so that a restart of the daemon logs nobody out. It ends after 12 hours without a request, after 7 days
 * in any case, and when twenty others were begun after it. What a page sends with each write is an HMAC under the
 * cookie: bound to the session, with nothing more to keep.
 *
 * Limit: browsers send a cookie to every port of its host, so a program that serves a page on another port of 127.0.0.1
 * is given it when the person opens that page. It does not go to `localhost`, where development servers are opened.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { findToken, type HeldToken, newToken, readTokens, type TokenFile } from '../platform/token-file.ts';

/** One that is logged in, as its requests know it. */
export interface Browser {
  readonly session: string;
  /** What its writes carry in the header `X-CSRF`. */
  readonly csrf: string;
}

export interface BrowserSessions {
  /** Returns the value of the cookie. */
  begin(): string;
  /** The one with this cookie; undefined when its session is over, or never was. */
  find(cookie: string): Browser | undefined;
  /** Logs it out; without one, all of them. */
  end(browser?: Browser): void;
  /** Whether it is still logged in; to ask is no use of its session. */
  isRunning(browser: Browser): boolean;
  /** Whenever sessions may have ended other than by time. Returns how to stop listening. */
  onEnded(listener: () => void): () => void;
}

interface Session extends HeldToken {
  readonly usedAt: number;
}

export const SESSION_LIFE_MS = 7 * 24 * 60 * 60_000;
const IDLE_MS = 12 * 60 * 60_000;
const SESSIONS = 20;
/** How late a use may be written down: every request is one. */
const NOTE_USE_MS = 10 * 60_000;

export function createBrowserSessions({
  path,
  clock,
  log,
}: {
  readonly path: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}): BrowserSessions {
  let sessions = readSessions(path, log);
  const listeners = new Set<() => void>();
  const change = (next: readonly Session[]): void => {
    sessions = next;
    try {
      writeFileAtomically(path, JSON.stringify(next));
    } catch (error) {
      // What is in memory holds; only a restart would not know of it.
      log.warn('browser-sessions-not-kept', { message: messageOf(error) });
    }
    for (const listener of listeners) listener();
  };
  return {
    begin() {
      const now = clock.now();
      const { token, sha256 } = newToken();
      const running = sessions.filter((session) => isRunning(session, now));
      change([...running.slice(1 - SESSIONS), { sha256, createdAt: now, usedAt: now }]);
      return token;
    },
    find(cookie) {
      const now = clock.now();
      const session = findToken(sessions, cookie);
      if (session === undefined || !isRunning(session, now)) return undefined;
      if (now - session.usedAt > NOTE_USE_MS)
        change(sessions.map((each) => (each === session ? { ...each, usedAt: now } : each)));
      return {
        session: session.sha256,
        csrf: createHmac('sha256', cookie).update('carryover-csrf').digest('base64url'),
      };
    },
    end(browser) {
      change(sessions.filter(({ sha256 }) => browser !== undefined && sha256 !== browser.session));
    },
    isRunning: (browser) =>
      sessions.some((session) => session.sha256 === browser.session && isRunning(session, clock.now())),
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function carriesCsrf({ csrf }: Browser, given: string | undefined): boolean {
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(csrf));
}

function isRunning({ createdAt, usedAt }: Session, now: number): boolean {
  return now - createdAt < SESSION_LIFE_MS && now - usedAt < IDLE_MS;
}

function readSessions(path: string, log: Pick<Log, 'warn'>): readonly Session[] {
  const file: TokenFile<Session> = {
    path,
    isEntry: ({ usedAt }) => typeof usedAt === 'number',
    damaged: (_, cause) => new CarryoverError(messageOf(cause), { code: 'browser-sessions-unreadable' }),
  };
  try {
    return readTokens(file);
  } catch (error) {
    // Everybody logs in again.
    log.warn('browser-sessions-unreadable', { message: messageOf(error) });
    return [];
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The cookie of a browser that is logged in. Its name holds the port: cookies are shared over the ports of a host, and
 * two homes have two daemons. No script can read it, and no page of another site makes a browser send it (SRV-8).
 */
import type { IncomingMessage } from 'node:http';
import { SESSION_LIFE_MS } from './browser-sessions.ts';

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

export function sessionCookie(incoming: IncomingMessage, value: string): string {
  return `${nameOf(incoming)}=${value}; ${ATTRIBUTES}; Max-Age=${SESSION_LIFE_MS / 1_000}`;
}

export function clearedCookie(incoming: IncomingMessage): string {
  return `${nameOf(incoming)}=; ${ATTRIBUTES}; Max-Age=0`;
}

/** Of what the browser sent: another program on this host may have set one of the same name beside ours. */
export function sessionCookies(incoming: IncomingMessage): readonly string[] {
  const start = `${nameOf(incoming)}=`;
  const pairs = (incoming.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
}

function nameOf({ socket }: IncomingMessage): string {
  return `carryover_session_${socket.localPort ?? ''}`;
}

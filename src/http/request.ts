/** What every handler knows of a request. */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { AppCaller, HookCaller, OwnerCaller } from './access.ts';
import type { Authority } from './authority.ts';
import type { Browser } from './browser-sessions.ts';

/** The listener a request came in by. */
export interface Door {
  /** The Host headers it answers to, exactly. */
  readonly hosts: readonly string[];
  /** Whether a page of its own may call it. */
  readonly browsers: boolean;
}

/** Hono's environment: the Node request and response behind the standard ones, the door, and who calls, where it is an app, a browser or a client's hook. */
export type HttpEnvironment = {
  Bindings: HttpBindings & {
    readonly door: Door;
    /** Has the server know that this connection is of somebody we know. */
    admit(): void;
  };
  Variables: {
    app: AppCaller | undefined;
    /** Set unless it is an app or a hook. */
    owner: OwnerCaller | undefined;
    /** Who decides what the owner's token is good for; absent where nothing can be changed. */
    authority: Authority | undefined;
    browser: Browser | undefined;
    hook: HookCaller | undefined;
    /** The checked body, for who shows what became of it. */
    said: unknown;
  };
};

/** Our own clients send this on the Unix socket, which has no address. */
export const SOCKET_HOST = 'carryover';

export function tcpDoor(port: number): Door {
  return { hosts: [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`], browsers: true };
}

export const SOCKET_DOOR: Door = { hosts: [SOCKET_HOST], browsers: false };

/** A browser that navigates asks for HTML; programs do not. */
export function wantsPage(incoming: IncomingMessage): boolean {
  return incoming.headers.accept?.includes('text/html') ?? false;
}

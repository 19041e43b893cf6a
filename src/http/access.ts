/**
 * Who is calling (SRV-3, SRV-4) and who is answering (SRV-11). The owner's token opens every route, but what only a person
 * may do needs more than that (`authority.ts`); a named token opens those it has the right for; the token in a client's http
 * hooks opens `POST /hooks/<that client>` for its project and nothing else; an app's token is that app, in its space. The owner may also act
 * as an app, which only narrows what is seen. Tokens are compared as SHA-256 digests in constant time. Limit: a process of
 * the same user can read the token file, and then it reads as the owner.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AppId, SpaceId } from '../memory/ids.ts';
import type { App } from '../platform/apps.ts';
import type { HookProject, HookToken } from '../platform/hook-tokens.ts';
import type { NamedToken } from '../platform/named-tokens.ts';
import { findToken } from '../platform/token-file.ts';

export interface AppCaller {
  readonly kind: 'app';
  readonly app: AppId;
  readonly space: SpaceId;
}

export interface HookCaller {
  readonly kind: 'hook';
  readonly client: string;
  /** Which project alone it tells of; null for any. */
  readonly project: HookProject;
}

export interface OwnerCaller {
  readonly kind: 'owner';
  /** Set when it is a script with a token of its own. */
  readonly named?: Pick<NamedToken, 'name' | 'may'>;
}

export type Caller = OwnerCaller | HookCaller | AppCaller;

export interface Access {
  /** Who holds this token; undefined when nobody does. */
  identify(token: string): Caller | undefined;
  /** For the owner, who acts as this app; undefined when there is none. */
  app(name: string): AppCaller | undefined;
  /** What only a server that knows the owner's token can answer to this nonce. */
  prove(nonce: string): string;
}

export interface AccessOptions {
  readonly ownerToken: string;
  /** Asked on each call, so that a revoked token is refused at once. */
  readonly hookTokens: () => readonly HookToken[];
  readonly namedTokens: () => readonly NamedToken[];
  readonly apps: () => readonly App[];
}

export const OWNER: OwnerCaller = { kind: 'owner' };
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,512}=*)$/i;
/** Long enough to be fresh, short enough for a header. */
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

export function createAccess({ ownerToken, hookTokens, namedTokens, apps }: AccessOptions): Access {
  const ownerDigest = digestOf(ownerToken);
  return {
    identify(token) {
      if (timingSafeEqual(digestOf(token), ownerDigest)) return OWNER;
      const named = findToken(namedTokens(), token);
      if (named !== undefined) return { ...OWNER, named };
      const held = findToken(hookTokens(), token);
      if (held === undefined) return callerOf(findToken(apps(), token));
      return { kind: 'hook', client: held.client, project: held.project ?? null };
    },
    app: (name) => callerOf(apps().find((app) => app.name === name)),
    prove: (nonce) => proofOf(ownerToken, nonce),
  };
}

function callerOf(app: App | undefined): AppCaller | undefined {
  return app === undefined ? undefined : { kind: 'app', app: app.name, space: app.space };
}

/** Both sides of the identity proof compute this; the token itself never travels. */
export function proofOf(ownerToken: string, nonce: string): string {
  return createHmac('sha256', ownerToken).update(`carryover-identity:${nonce}`).digest('hex');
}

export function isNonce(text: string): boolean {
  return NONCE.test(text);
}

/** The token of an `Authorization` header; undefined when it carries none. */
export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

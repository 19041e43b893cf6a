/**
 * Who is calling (SRV-3, SRV-4) and who is answering (SRV-11). The owner's token opens every route; the token in a
 * client's http hooks opens `POST /hooks/<that client>` and nothing else. Tokens are compared as SHA-256 digests in
 * constant time. Limit: a process of the same user can read the token file, and then it is the owner.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { findHookToken, type HookToken } from '../platform/hook-tokens.ts';

export type Caller = { readonly kind: 'owner' } | { readonly kind: 'hook'; readonly client: string };

export interface Access {
  /** Who holds this token; undefined when nobody does. */
  identify(token: string): Caller | undefined;
  /** What only a server that knows the owner's token can answer to this nonce. */
  prove(nonce: string): string;
}

export interface AccessOptions {
  readonly ownerToken: string;
  /** Asked on each call, so that a revoked token is refused at once. */
  readonly hookTokens: () => readonly HookToken[];
}

export const NONCE_HEADER = 'x-carryover-nonce';
export const PROOF_HEADER = 'x-carryover-proof';

const OWNER: Caller = { kind: 'owner' };
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,512}=*)$/i;
/** Long enough to be fresh, short enough for a header. */
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

export function createAccess({ ownerToken, hookTokens }: AccessOptions): Access {
  const ownerDigest = digestOf(ownerToken);
  return {
    identify(token) {
      if (timingSafeEqual(digestOf(token), ownerDigest)) return OWNER;
      const held = findHookToken(hookTokens(), token);
      return held === undefined ? undefined : { kind: 'hook', client: held.client };
    },
    prove: (nonce) => proofOf(ownerToken, nonce),
  };
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

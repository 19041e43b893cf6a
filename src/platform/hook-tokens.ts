/**
 * The tokens that stand in clients' settings files for their http hooks: one per installation, revocable one by one.
 */
import { randomBytes } from 'node:crypto';
import { CarryoverError, messageOf } from '../memory/error.ts';
import {
  createTokenReader,
  findToken,
  type HeldToken,
  newToken,
  readTokens,
  type TokenFile,
  updateTokens,
} from './token-file.ts';

export interface HookToken extends HeldToken {
  readonly id: string;
  readonly client: string;
}

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
}

const ID_BYTES = 8;

export function issueHookToken(path: string, client: string, nowMs: number): IssuedToken {
  const id = randomBytes(ID_BYTES).toString('hex');
  const { token, sha256 } = newToken();
  updateTokens(fileAt(path), (held) => [...held, { id, client, sha256, createdAt: nowMs }]);
  return { id, token };
}

/** Does nothing when the token is not held. */
export function revokeHookToken(path: string, id: string): void {
  if (readHookTokens(path).some((held) => held.id === id))
    updateTokens(fileAt(path), (held) => held.filter((token) => token.id !== id));
}

export function findHookToken(held: readonly HookToken[], token: string): HookToken | undefined {
  return findToken(held, token);
}

export function createHookTokenReader(path: string): () => readonly HookToken[] {
  return createTokenReader(fileAt(path));
}

export function readHookTokens(path: string): readonly HookToken[] {
  return readTokens(fileAt(path));
}

function fileAt(path: string): TokenFile<HookToken> {
  return {
    path,
    isEntry: ({ id, client }) => typeof id === 'string' && typeof client === 'string',
    damaged: (subject, cause) =>
      new CarryoverError(`cannot read ${subject}: ${messageOf(cause)}`, {
        code: 'hook-tokens-unreadable',
        subject,
        hint: 'delete it and run `carryover init` again: the clients get new tokens',
        cause,
      }),
  };
}

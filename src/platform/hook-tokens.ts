/**
 * The tokens that stand in clients' settings files for their http hooks: one per installation, revocable one by one.
 * Only their hashes are kept, so the file gives nothing away. A process that holds a reader sees a revocation at its next
 * look: the file is read again whenever it changed (SRV-3, SRV-4).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { makePrivateFolder, writeFileAtomically } from './atomic-file.ts';
import { withFolderLock } from './folder-lock.ts';
import { isCode } from './private-file.ts';

export interface HookToken {
  readonly id: string;
  readonly client: string;
  /** Hex digest of the token. */
  readonly sha256: string;
  readonly createdAt: number;
}

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
}

const TOKEN_BYTES = 32;
const ID_BYTES = 8;

export function issueHookToken(path: string, client: string, nowMs: number): IssuedToken {
  const id = randomBytes(ID_BYTES).toString('hex');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sha256 = digestOf(token).toString('hex');
  update(path, (held) => [...held, { id, client, sha256, createdAt: nowMs }]);
  return { id, token };
}

/** Does nothing when the token is not held. */
export function revokeHookToken(path: string, id: string): void {
  if (readHookTokens(path).some((held) => held.id === id))
    update(path, (held) => held.filter((token) => token.id !== id));
}

export function findHookToken(held: readonly HookToken[], token: string): HookToken | undefined {
  const digest = digestOf(token);
  return held.find(({ sha256 }) => timingSafeEqual(digest, Buffer.from(sha256, 'hex')));
}

/** For a process that lives long: answers the tokens as they stand in the file now. */
export function createHookTokenReader(path: string): () => readonly HookToken[] {
  let seen = '';
  let held: readonly HookToken[] = [];
  return () => {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    const version = stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    if (version !== seen) {
      held = readHookTokens(path);
      seen = version;
    }
    return held;
  };
}

export function readHookTokens(path: string): readonly HookToken[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return [];
    throw damaged(path, cause);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every(isHookToken)) return parsed;
    throw new Error('not a list of tokens');
  } catch (cause) {
    throw damaged(path, cause);
  }
}

function update(path: string, change: (held: readonly HookToken[]) => readonly HookToken[]): void {
  makePrivateFolder(dirname(path));
  withFolderLock(path, () => writeFileAtomically(path, `${JSON.stringify(change(readHookTokens(path)), null, 2)}\n`));
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function isHookToken(value: unknown): value is HookToken {
  if (typeof value !== 'object' || value === null) return false;
  const { id, client, sha256, createdAt } = value as Record<keyof HookToken, unknown>;
  return (
    typeof id === 'string' &&
    typeof client === 'string' &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof createdAt === 'number'
  );
}

function damaged(path: string, cause: unknown): CarryoverError {
  return new CarryoverError(`cannot read ${path}: ${messageOf(cause)}`, {
    code: 'hook-tokens-unreadable',
    subject: path,
    hint: 'delete it and run `carryover init` again: the clients get new tokens',
    cause,
  });
}

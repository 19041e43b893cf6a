/**
 * A file of revocable tokens: only their hashes are kept, so it gives nothing away. A process that holds a reader sees a
 * change at its next look: the file is read again whenever it changed (SRV-3, SRV-4). Writers take turns.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder, writeFileAtomically } from './atomic-file.ts';
import { withFolderLock } from './folder-lock.ts';
import { createFreshReader } from './fresh-reader.ts';
import { isCode } from './private-file.ts';

export interface HeldToken {
  /** Hex digest of the token. */
  readonly sha256: string;
  readonly createdAt: number;
}

export interface TokenFile<Entry extends HeldToken> {
  readonly path: string;
  /** Whether this is an entry, digest and time aside. */
  isEntry(value: Readonly<Record<string, unknown>>): boolean;
  damaged(path: string, cause: unknown): Error;
  /** Holds no data: names the type of the entries. */
  readonly entries?: Entry;
}

const TOKEN_BYTES = 32;
const DIGEST = /^[0-9a-f]{64}$/;

export function newToken(): { readonly token: string; readonly sha256: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, sha256: digestOf(token).toString('hex') };
}

export function findToken<Entry extends HeldToken>(held: readonly Entry[], token: string): Entry | undefined {
  const digest = digestOf(token);
  return held.find(({ sha256 }) => timingSafeEqual(digest, Buffer.from(sha256, 'hex')));
}

export function readTokens<Entry extends HeldToken>(file: TokenFile<Entry>): readonly Entry[] {
  let text: string;
  try {
    text = readFileSync(file.path, 'utf8');
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return [];
    throw file.damaged(file.path, cause);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every((value): value is Entry => isHeld(value) && file.isEntry({ ...value })))
      return parsed;
    throw new Error('not a list of tokens');
  } catch (cause) {
    throw file.damaged(file.path, cause);
  }
}

export function updateTokens<Entry extends HeldToken>(
  file: TokenFile<Entry>,
  change: (held: readonly Entry[]) => readonly Entry[],
): void {
  const { path } = file;
  makePrivateFolder(dirname(path));
  withFolderLock(path, () => writeFileAtomically(path, `${JSON.stringify(change(readTokens(file)), null, 2)}\n`));
}

/** For a process that lives long: answers the entries as they stand in the file now. */
export function createTokenReader<Entry extends HeldToken>(file: TokenFile<Entry>): () => readonly Entry[] {
  return createFreshReader(file.path, [], () => readTokens(file));
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function isHeld(value: unknown): value is HeldToken {
  if (typeof value !== 'object' || value === null) return false;
  const { sha256, createdAt } = value as Record<keyof HeldToken, unknown>;
  return typeof sha256 === 'string' && DIGEST.test(sha256) && typeof createdAt === 'number';
}

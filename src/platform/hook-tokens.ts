/**
 * The tokens that stand in clients' settings files for their http hooks: one per installation, revocable one by one, each
 * for the project whose settings hold it, or for all of them when it stands in the user's.
 */
import { randomBytes } from 'node:crypto';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { isSamePlace } from '../memory/fingerprint.ts';
import { isObject } from '../memory/json-guards.ts';
import type { SpaceIdentity } from '../memory/space.ts';
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
  /** Null for the user's settings; undefined in what 0.1.0 wrote, until it is bound. */
  readonly project?: HookProject;
}

/** As the disk told of it when the token was written. */
export type HookProject = SpaceIdentity | null;

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
}

const ID_BYTES = 8;

export interface TokenRequest {
  readonly client: string;
  readonly project: HookProject;
  readonly nowMs: number;
}

export function issueHookToken(path: string, { client, project, nowMs }: TokenRequest): IssuedToken {
  const id = randomBytes(ID_BYTES).toString('hex');
  const { token, sha256 } = newToken();
  updateTokens(fileAt(path), (held) => [...held, { id, client, sha256, createdAt: nowMs, project: plain(project) }]);
  return { id, token };
}

/** For good: one that is bound stays so. */
export function bindHookToken(path: string, id: string, project: HookProject): void {
  const isUnbound = (token: HookToken): boolean => token.id === id && token.project === undefined;
  if (!readHookTokens(path).some(isUnbound)) return;
  updateTokens(fileAt(path), (held) =>
    held.map((token) => (isUnbound(token) ? { ...token, project: plain(project) } : token)),
  );
}

/** Whether a token may stand in the settings of this project, or in the user's. */
export function isTokenFor({ project: bound }: HookToken, project: HookProject): boolean {
  if (bound === undefined) return true;
  return bound === null || project === null ? bound === project : isSamePlace(bound, project);
}

function plain(project: HookProject): HookProject {
  if (project === null) return null;
  const { anchor, root, kind, fingerprint } = project;
  return { anchor, root, kind, fingerprint };
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
    isEntry: ({ id, client, project }) =>
      typeof id === 'string' && typeof client === 'string' && (project == null || isIdentity(project)),
    damaged: (subject, cause) =>
      new CarryoverError(`cannot read ${subject}: ${messageOf(cause)}`, {
        code: 'hook-tokens-unreadable',
        subject,
        hint: 'delete it and run `carryover init` again: the clients get new tokens',
        cause,
      }),
  };
}

function isIdentity(value: unknown): boolean {
  if (!isObject(value)) return false;
  const texts = [value.anchor, value.root, value.fingerprint];
  return texts.every((text) => typeof text === 'string') && (value.kind === 'git' || value.kind === 'folder');
}

/**
 * The apps of a home: each with its space and the hash of its one token, which is shown once. Whoever holds the token is
 * that app at every door; removing the app takes the token back at once.
 */
import { isAppName } from '../memory/app.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { AppId, SpaceId } from '../memory/ids.ts';
import { createTokenReader, type HeldToken, newToken, readTokens, type TokenFile, updateTokens } from './token-file.ts';

export interface App extends HeldToken {
  readonly name: AppId;
  readonly space: SpaceId;
}

/** The environment variable in which an app's process carries its token. */
export const APP_TOKEN_VARIABLE = 'CARRYOVER_APP_TOKEN';

export function addApp(path: string, app: Omit<App, 'sha256'>): App & { readonly token: string } {
  const { token, sha256 } = newToken();
  updateTokens(fileAt(path), (held) => {
    if (held.some(({ name }) => name === app.name)) {
      throw new CarryoverError(`there is an app "${app.name}" already`, {
        code: 'invalid-input',
        hint: 'choose another name, or remove it first: its token ends with it',
      });
    }
    return [...held, { ...app, sha256 }];
  });
  return { ...app, sha256, token };
}

/** False when there was none. */
export function removeApp(path: string, name: string): boolean {
  if (!readApps(path).some((app) => app.name === name)) return false;
  updateTokens(fileAt(path), (held) => held.filter((app) => app.name !== name));
  return true;
}

export function readApps(path: string): readonly App[] {
  return readTokens(fileAt(path));
}

export function createAppReader(path: string): () => readonly App[] {
  return createTokenReader(fileAt(path));
}

function fileAt(path: string): TokenFile<App> {
  return {
    path,
    isEntry: ({ name, space }) => typeof name === 'string' && isAppName(name) && typeof space === 'string',
    damaged: (subject, cause) =>
      new CarryoverError(`cannot read ${subject}: ${messageOf(cause)}`, {
        code: 'apps-unreadable',
        subject,
        hint: 'correct it, or delete it and add the apps again: they get new tokens',
        cause,
      }),
  };
}

/**
 * The apps of a home: each with its space and the hash of its one token, which is shown once, and of one more for each run
 * of it that is under way. An app that only ever ran has none of its own until it is added. Whoever holds a token is that app at every door; removing the app takes all of them back at once.
 * The token of a run ends with it, and a day after it was last heard of where nobody told its end.
 */
import { isAppName } from '../memory/app.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { AppId, SpaceId } from '../memory/ids.ts';
import type { Clock } from './clock.ts';
import { createTokenReader, type HeldToken, newToken, readTokens, type TokenFile, updateTokens } from './token-file.ts';

export interface App extends HeldToken {
  readonly name: AppId;
  readonly space: SpaceId;
  /** Set for the token of a run of it. */
  readonly run?: string;
  /** Set while it only runs: nobody was ever given the token of this hash. */
  readonly unissued?: true;
  /** When that run was last heard of, if it was. */
  readonly heardAt?: number;
}

/** A run that was cut off never gives its token back. */
const RUN_TOKEN_LIVES_MS = 86_400_000;
/** How late it may be written down that a run was heard. */
const NOTE_HEARD_MS = 3_600_000;

/** The environment variable in which an app's process carries its token. */
export const APP_TOKEN_VARIABLE = 'CARRYOVER_APP_TOKEN';

export function addApp(path: string, app: Omit<App, 'sha256'>): App & { readonly token: string } {
  const { token, sha256 } = newToken();
  updateTokens(fileAt(path), (held) => {
    const known = held.find((entry) => isOwn(entry, app.name));
    if (known !== undefined && (known.unissued !== true || known.space !== app.space)) {
      throw new CarryoverError(`there is an app "${app.name}" already`, {
        code: 'invalid-input',
        hint:
          known.space === app.space
            ? 'choose another name, or remove it first: its token ends with it'
            : 'it belongs to another project: choose another name, or remove it first',
      });
    }
    return [...held.filter((entry) => entry !== known), { ...app, sha256 }];
  });
  return { ...app, sha256, token };
}

/** Binds a name to a space for the runs of it; does nothing when there is such an app. */
export function registerApp(path: string, app: Omit<App, 'sha256'>): void {
  const { sha256 } = newToken();
  const entry: App = { ...app, sha256, unissued: true };
  updateTokens(fileAt(path), (held) => (held.some((each) => isOwn(each, app.name)) ? held : [...held, entry]));
}

/** Whether this is the app itself, not a run of it. */
function isOwn({ name, run }: App, wanted: string): boolean {
  return name === wanted && run === undefined;
}

/** False when there was none. */
export function removeApp(path: string, name: string): boolean {
  if (!readTokens(fileAt(path)).some((app) => app.name === name)) return false;
  updateTokens(fileAt(path), (held) => held.filter((app) => app.name !== name));
  return true;
}

/** A token for one run of an app that is there. */
export function addRunToken(path: string, run: Required<Omit<App, 'sha256' | 'heardAt' | 'unissued'>>): string {
  const { token, sha256 } = newToken();
  updateTokens(fileAt(path), (held) => [
    ...held.filter((entry) => isRunning(entry, run.createdAt)),
    { ...run, sha256 },
  ]);
  return token;
}

/** It goes on: so does its token. */
export function keepRunToken(path: string, run: string, now: number): void {
  const isOwn = (entry: App): boolean => entry.run === run && isRunning(entry, now);
  if (readTokens(fileAt(path)).some((entry) => isOwn(entry) && now - lastHeard(entry) >= NOTE_HEARD_MS))
    updateTokens(fileAt(path), (held) => held.map((entry) => (isOwn(entry) ? { ...entry, heardAt: now } : entry)));
}

export function endRunToken(path: string, run: string): void {
  if (readTokens(fileAt(path)).some((entry) => entry.run === run))
    updateTokens(fileAt(path), (held) => held.filter((entry) => entry.run !== run));
}

/** One entry for each token that is good now. */
export function readApps(path: string, now: number): readonly App[] {
  return readTokens(fileAt(path)).filter((entry) => isRunning(entry, now));
}

export function createAppReader(path: string, clock: Pick<Clock, 'now'>): () => readonly App[] {
  const read = createTokenReader(fileAt(path));
  return () => read().filter((entry) => isRunning(entry, clock.now()));
}

function isRunning(entry: App, now: number): boolean {
  return entry.run === undefined || now - lastHeard(entry) < RUN_TOKEN_LIVES_MS;
}

function lastHeard({ createdAt, heardAt }: App): number {
  return heardAt ?? createdAt;
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

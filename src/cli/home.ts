/** What every command works with: the home, its configuration, and the daemon, started when it is needed. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectToDaemon, type DaemonClient } from '../http/client.ts';
import { CarryoverError } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import { type HomePaths, homeFolder, homePaths } from '../platform/paths.ts';
import { startDaemon } from '../platform/start-daemon.ts';

const START_WAIT_MS = 8_000;
const POLL_MS = 50;

export function currentHome(): HomePaths {
  return homePaths(homeFolder(process.env));
}

/** The folder of the bundle: where daemon.js and hook.cjs are. */
export function distFolder(): string {
  // All entries and chunks are in dist/ or dist/chunks/.
  const here = dirname(realpathSync(fileURLToPath(import.meta.url)));
  return here.endsWith('chunks') ? dirname(here) : here;
}

export function daemonEntry(): string {
  return join(distFolder(), 'daemon.js');
}

export async function isRunning(paths: HomePaths): Promise<boolean> {
  try {
    await connectToDaemon({ paths, timeoutMs: 2_000 }).request('GET', '/memory/status');
    return true;
  } catch (error) {
    if (error instanceof CarryoverError && (error.code === 'daemon-not-running' || error.code === 'secret-unreadable')) return false;
    throw error;
  }
}

/** A client of a daemon that runs; started in the background if it does not. */
export async function daemonClient(paths: HomePaths): Promise<DaemonClient> {
  if (!(await isRunning(paths))) {
    startDaemon({ paths, entry: daemonEntry(), env: process.env, now: systemClock.now() });
    await waitUntilRunning(paths);
  }
  return connectToDaemon({ paths });
}

export async function waitUntilRunning(paths: HomePaths, waitMs: number = START_WAIT_MS): Promise<void> {
  const endsAt = systemClock.elapsed() + waitMs;
  while (systemClock.elapsed() < endsAt) {
    if (await isRunning(paths)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const { lastFailure } = await import('./last-failure.ts');
  const failure = lastFailure(paths);
  throw new CarryoverError(failure === undefined ? 'the daemon does not start' : `the daemon does not start: ${failure.message}`, {
    code: failure?.code ?? 'daemon-not-starting',
    hint: failure?.hint ?? '`carryover daemon logs` and `carryover doctor` say more',
  });
}

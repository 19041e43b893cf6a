/** Reaching the daemon from another process: is it there, and if not, start it and wait. */
import { type ClientOptions, connectToDaemon, type DaemonClient } from '../http/client.ts';
import { CarryoverError } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import type { HomePaths } from '../platform/paths.ts';
import { startDaemon } from '../platform/start-daemon.ts';
import { lastFailure } from './last-failure.ts';

const LOOK_TIMEOUT_MS = 2_000;
const START_WAIT_MS = 8_000;
const POLL_MS = 50;

export async function isRunning(paths: HomePaths): Promise<boolean> {
  try {
    // Asked every other second by each session's MCP server: the proof of identity is answer enough.
    await connectToDaemon({ paths, timeoutMs: LOOK_TIMEOUT_MS }).request('GET', '/health');
    return true;
  } catch (error) {
    if (error instanceof CarryoverError && error.code === 'daemon-not-running') return false;
    throw error;
  }
}

/** A client of a daemon that runs; `entry` is the bundled `daemon.js` to start when none does. */
export async function reachDaemon(
  paths: HomePaths,
  entry: string,
  caller?: Pick<ClientOptions, 'as' | 'asPerson'>,
): Promise<DaemonClient> {
  // Asked again and again: somebody who was starting it may have died on the way, and leaves a mark for some seconds.
  await waitUntilRunning(paths, () =>
    startDaemon({ paths, entry, env: process.env, now: systemClock.now(), byPerson: true }),
  );
  return connectToDaemon({ paths, ...caller });
}

/** `start` is called as long as it is not running. */
export async function waitUntilRunning(paths: HomePaths, start?: () => void): Promise<void> {
  const startedAt = systemClock.now();
  const endsAt = systemClock.elapsed() + START_WAIT_MS;
  let failure = lastFailure(paths);
  while (systemClock.elapsed() < endsAt) {
    if (await isRunning(paths)) return;
    start?.();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    failure = lastFailure(paths);
    // It has said why: waiting longer would not tell more.
    if (failure !== undefined && failure.at >= startedAt) break;
  }
  throw new CarryoverError(
    failure === undefined ? 'the daemon does not start' : `the daemon does not start: ${failure.message}`,
    {
      code: failure?.code ?? 'daemon-not-starting',
      hint: failure?.hint ?? '`carryover daemon logs` and `carryover doctor` say more',
    },
  );
}

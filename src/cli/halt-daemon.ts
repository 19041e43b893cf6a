/** Stops the daemon and whoever would start it again, and waits until the home is free. */
import { existsSync } from 'node:fs';
import { isRunning } from '../daemon/connect.ts';
import { readRunFile } from '../daemon/run-file.ts';
import { Supervisor } from '../daemon/supervisor.ts';
import { CarryoverError } from '../memory/error.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import { systemClock } from '../platform/clock.ts';
import type { HomePaths } from '../platform/paths.ts';
import { runningDaemon } from './home.ts';

const STOP_WAIT_MS = 8_000;
const POLL_MS = 50;

/** `gave-up`: it did not run, but somebody kept trying to start it. */
export async function haltDaemon(paths: HomePaths): Promise<'stopped' | 'gave-up' | 'not-running'> {
  if (!(await isRunning(paths)))
    return existsSync(paths.supervisorPid) && Supervisor.end(paths) ? 'gave-up' : 'not-running';
  writeFileAtomically(paths.stopMark, '');
  await runningDaemon(paths).request('POST', '/daemon/stop');
  const endsAt = systemClock.elapsed() + STOP_WAIT_MS;
  while (readRunFile(paths.runFile) !== undefined) {
    if (systemClock.elapsed() > endsAt) {
      throw new CarryoverError('the daemon is still finishing', {
        code: 'daemon-still-running',
        hint: 'look again with `carryover daemon status`',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return 'stopped';
}

/**
 * What a limit on time means on this machine right now. Limits are written for a quiet machine; a process that does nothing
 * tells how much slower than that everything is at the moment.
 */
import { spawnSync } from 'node:child_process';

/** A bare process on a quiet machine of the smallest kind takes about 40 ms. */
const QUIET_MS = 50;
const SAMPLES = 5;

/** `quietMs`, and as much longer as the slowest of a few bare processes takes longer than on a quiet machine. */
export function limitNow(quietMs: number): number {
  let slowest = QUIET_MS;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startedAt = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return quietMs * (slowest / QUIET_MS);
}

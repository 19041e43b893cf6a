/**
 * Loaded into a daemon: writes down whenever its thread served nobody for long, by the clock (`ms`) and by what the thread
 * used of the processor meanwhile (`computedMs`). A machine that gave it no time shows in the first alone. Counted from
 * when it serves: its run file names it then.
 */
import { appendFileSync } from 'node:fs';

import { readRunFile } from '../../src/daemon/run-file.ts';
import { homePaths } from '../../src/platform/paths.ts';

const TICK_MS = 10;
const LONG_MS = 50;
const file = process.env.CARRYOVER_TEST_BLOCKS;

if (file !== undefined && process.argv.includes('serve')) {
  let last = performance.now();
  let used = process.threadCpuUsage();
  let isServing = false;
  const { runFile } = homePaths(process.env.CARRYOVER_HOME ?? '');
  setInterval(() => {
    const ms = Math.round(performance.now() - last - TICK_MS);
    const { user, system } = process.threadCpuUsage(used);
    const computedMs = Math.min(ms, Math.round((user + system) / 1_000));
    // The time of the machine: the daemon's own goes wrong in a campaign.
    if (ms > LONG_MS && isServing)
      appendFileSync(file, `${JSON.stringify({ ms, computedMs, at: performance.timeOrigin + performance.now() })}\n`);
    isServing ||= readRunFile(runFile)?.pid === process.pid;
    last = performance.now();
    used = process.threadCpuUsage();
  }, TICK_MS).unref();
}

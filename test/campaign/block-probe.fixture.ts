/**
 * Loaded into a daemon: writes down whenever its thread computed for long without a pause. A machine that gave it no time
 * is not counted: what the process used of the processor in that time tells them apart.
 */
import { appendFileSync } from 'node:fs';

const TICK_MS = 10;
const LONG_MS = 50;
const file = process.env.CARRYOVER_TEST_BLOCKS;

if (file !== undefined && process.argv.includes('serve')) {
  let last = performance.now();
  let used = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    const ms = Math.min(now - last - TICK_MS, (user + system) / 1_000);
    if (ms > LONG_MS) appendFileSync(file, `${JSON.stringify({ ms: Math.round(ms), at: new Date().toISOString() })}\n`);
    last = now;
    used = process.threadCpuUsage();
  }, TICK_MS).unref();
}

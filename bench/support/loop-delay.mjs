/**
 * Loaded into a daemon before its program (`--import`): writes how long its event loop was held at most since the last
 * answer into the file that `CARRYOVER_BENCH_DELAY` names, whenever it gets SIGUSR2: by the clock, in which a busy machine
 * shows too, and by the processor time of its thread between two turns, in which it does not. JavaScript, and on the main thread
 * alone: what it takes to read TypeScript would stand in the daemon's memory, once for each of its threads.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const NANOSECONDS = 1e6;
const MICROSECONDS = 1e3;

if (isMainThread) watch();

function watch() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let before = process.threadCpuUsage();
  let mostMs = 0;
  setInterval(() => {
    const used = process.threadCpuUsage(before);
    mostMs = Math.max(mostMs, (used.user + used.system) / MICROSECONDS);
    before = process.threadCpuUsage();
  }, 1).unref();
  process.on('SIGUSR2', () => {
    const held = { clockMs: delay.max / NANOSECONDS, processorMs: mostMs };
    writeFileSync(process.env.CARRYOVER_BENCH_DELAY ?? '', JSON.stringify(held));
    delay.reset();
    mostMs = 0;
  });
}

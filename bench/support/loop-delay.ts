/**
 * Loaded into a daemon before its program (`--import`): writes how long its event loop was held at most since the last
 * answer into the file that `CARRYOVER_BENCH_DELAY` names, whenever it gets SIGUSR2.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS = 1e6;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  writeFileSync(process.env.CARRYOVER_BENCH_DELAY ?? '', String(delay.max / NANOSECONDS));
  delay.reset();
});

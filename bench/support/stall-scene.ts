/**
 * One hard thing after another on a real daemon while small events of an agent come in. For each: the longest time in which
 * the daemon's thread served nobody, what a small event waited against the same without the hard thing, and the memory
 * afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startCaptureLoad } from './capture-load.ts';
import { type BenchDaemon, memoryOf } from './daemon.ts';
import { type Figure, ms, percentile } from './figures.ts';

export interface HardThing {
  readonly name: string;
  /** Waits until it can begin. Not measured. */
  ready?(): Promise<void>;
  /** Resolves when it is done, as far as the daemon tells: to how long each answer took where there are many. */
  run(): Promise<readonly number[] | undefined>;
  /** Milliseconds that each answer may take. */
  readonly within?: number;
  /** What the daemon may hold in memory afterwards. */
  readonly megabytes?: number;
}

const BLOCK_TARGET_MS = 100;
const CAPTURE_RATIO = 2;
const ALONE_MS = 3_000;
/** What was begun by a thing comes to its end, such as the look into a transcript. */
const SETTLE_MS = 1_500;
const BEFORE_MS = 1_000;

export async function measureThings(
  daemon: BenchDaemon,
  cwd: string,
  things: readonly HardThing[],
): Promise<readonly Figure[]> {
  const load = startCaptureLoad({ port: daemon.port, token: daemon.token, cwd });
  try {
    await sleep(ALONE_MS);
    await load.take();
    await daemon.longestHold();
    await sleep(ALONE_MS);
    const alone = await load.take();
    const { processorMs, clockMs } = await daemon.longestHold();
    const figures: Figure[] = [
      {
        what: 'nothing else',
        value: `longest block ${ms(processorMs)} (${ms(clockMs)} by the clock)`,
        baseline: told(alone, daemon),
      },
    ];
    for (const thing of things) {
      const figure = await measured(daemon, load, thing);
      process.stderr.write(`${figure.what}: ${figure.value}, ${figure.baseline}, ${figure.ratio?.toFixed(2)}×\n`);
      figures.push(figure);
    }
    return figures;
  } finally {
    await load.stop();
  }
}

async function measured(
  daemon: BenchDaemon,
  load: ReturnType<typeof startCaptureLoad>,
  { name, ready, run, within, megabytes }: HardThing,
): Promise<Figure> {
  await ready?.();
  await load.take();
  await sleep(BEFORE_MS);
  // Right before, because other programs come and go on the machine.
  const alone = percentile(await load.take(), 0.95);
  await daemon.longestHold();
  const startedAt = performance.now();
  let failed = '';
  const answers = await run().catch((error: unknown) => {
    failed = ` (${String(error).slice(0, 120)})`;
    return undefined;
  });
  const tookMs = performance.now() - startedAt;
  if (answers === undefined) await sleep(SETTLE_MS);
  const { clockMs, processorMs } = await daemon.longestHold();
  const times = await load.take();
  const ratio = percentile(times, 0.95) / alone;
  const slowest = Math.max(0, ...(answers ?? []));
  const done = answers === undefined ? `done after ${ms(tookMs)}` : `slowest of ${answers.length} ${ms(slowest)}`;
  return {
    what: name,
    value: `longest block ${ms(processorMs)} (${ms(clockMs)} by the clock), ${done}${failed}`,
    baseline: told(times, daemon),
    ratio,
    target: [
      `≤ ${BLOCK_TARGET_MS} ms, ≤ ${CAPTURE_RATIO}×`,
      ...(megabytes === undefined ? [] : [`≤ ${megabytes} MB`]),
      ...(within === undefined ? [] : [`each ≤ ${within} ms`]),
    ].join(', '),
    met:
      failed === '' &&
      processorMs <= BLOCK_TARGET_MS &&
      ratio <= CAPTURE_RATIO &&
      memoryOf(daemon.pid) <= (megabytes ?? Number.POSITIVE_INFINITY) &&
      slowest <= (within ?? Number.POSITIVE_INFINITY),
  };
}

function told(times: readonly number[], { pid }: BenchDaemon): string {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return `capture p50 ${ms(p50)}, p95 ${ms(p95)}, ${Math.round(memoryOf(pid))} MB`;
}

/**
 * The rules curator at work on a backlog, on the scheduler's path with the stores and files of a daemon: how many turns
 * per second next to only reading them, what it holds in memory, how long it blocks, and whether captures that come in
 * meanwhile wait.
 *
 *   node bench/curate.ts [turns]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { curatedTurns } from '../src/curator/batch-input.ts';
import { deriveId, type RecordId, type SessionId } from '../src/memory/ids.ts';
import { type CuratingHome, openCuratingHome } from './support/curating-home.ts';
import { ms, percentile, printFigures } from './support/figures.ts';

const TURNS = Number(process.argv[2] ?? 10_000);
const SPACES = 20;
/** As the scheduler takes them. */
const BATCH_TURNS = 25;
/** A busy agent: forty events a second. */
const CAPTURE_EVERY_MS = 25;
const CAPTURES_ALONE = 400;
const CAPTURE_BYTES = 2_048;
const DELAY_RESOLUTION_MS = 1;
const IDLE_MS = 3_000;
const BLOCK_TARGET_MS = 100;

let captured = 0;
async function capture({ journal }: CuratingHome): Promise<number> {
  captured += 1;
  const record = {
    id: deriveId<RecordId>('bench capture', String(captured)),
    ts: Date.now(),
    type: 'event',
    sessionId: 'bench' as SessionId,
    workspace: null,
    turnId: null,
    source: 'tool',
    tool: null,
    path: null,
    content: `captured ${captured} `.repeat(CAPTURE_BYTES / 16),
    tags: [],
    metadata: {},
  } as const;
  const startedAt = performance.now();
  await journal.append({ records: [record] });
  return performance.now() - startedAt;
}

/** Events come when they come: the wait of one that comes while the loop is blocked counts from when it was due. */
async function captureWhile(home: CuratingHome, goesOn: () => boolean): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let dueAt = performance.now(); goesOn(); dueAt += CAPTURE_EVERY_MS) {
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const lateMs = Math.max(0, performance.now() - dueAt);
    samples.push(lateMs + (await capture(home)));
  }
  return samples;
}

async function captureAlone(home: CuratingHome): Promise<readonly number[]> {
  let left = CAPTURES_ALONE;
  return captureWhile(home, () => left-- > 0);
}

async function readAll({ journal }: CuratingHome): Promise<number> {
  const startedAt = performance.now();
  for (let after = 0; ; ) {
    const page = await journal.turnRevisions(after, BATCH_TURNS);
    const last = page.at(-1);
    if (last === undefined) return performance.now() - startedAt;
    await curatedTurns(journal, page);
    after = last.seq;
  }
}

function rssMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

const home = await openCuratingHome();
try {
  await home.journal.append({
    sessions: [{ id: 'bench' as SessionId, client: 'bench', workspace: null, cwd: null, startedAt: 0, metadata: {} }],
  });
  await home.fill(TURNS, SPACES);
  const readMs = await readAll(home);
  const before = await captureAlone(home);
  const rssBeforeMb = rssMb();

  let peakMb = rssBeforeMb;
  let isRunning = true;
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const startedAt = performance.now();
  const [run, beside] = await Promise.all([
    home.curation.scheduler
      .curateNow(() => {
        peakMb = Math.max(peakMb, rssMb());
      })
      .finally(() => {
        isRunning = false;
      }),
    captureWhile(home, () => isRunning),
  ]);
  const tookMs = performance.now() - startedAt;
  delay.disable();
  const blockMs = delay.max / 1e6;
  if (run.curated !== TURNS) throw new Error(`${run.curated} of ${TURNS} turns curated: ${run.failure?.message}`);

  const after = await captureAlone(home);
  await sleep(IDLE_MS);
  const { learnings, learningsEver, pendingActions } = await home.knowledge.counts();
  const holding = Object.values(learnings).reduce((sum, count) => sum + count, 0);
  const alone = [...before, ...after];
  const perSecond = (took: number): string => `${Math.round((TURNS / took) * 1_000)} turns/s`;
  const besideP95 = percentile(beside, 0.95);
  printFigures(
    `Curation of ${TURNS} turns by rules (${learningsEver} learnings, ${holding} hold, ${pendingActions} actions)`,
    [
      {
        what: 'curated, captures beside it',
        value: perSecond(tookMs),
        baseline: `only read ${perSecond(readMs)}`,
        ratio: tookMs / readMs,
      },
      {
        what: 'capture while curating (p50)',
        value: ms(percentile(beside, 0.5)),
        baseline: `alone ${ms(percentile(alone, 0.5))}`,
        ratio: percentile(beside, 0.5) / percentile(alone, 0.5),
      },
      {
        what: 'capture while curating (p95)',
        value: ms(besideP95),
        baseline: `alone ${ms(percentile(alone, 0.95))}`,
        ratio: besideP95 / percentile(alone, 0.95),
      },
      {
        what: 'longest block of the event loop',
        value: ms(blockMs),
        target: `≤ ${BLOCK_TARGET_MS} ms`,
        met: blockMs <= BLOCK_TARGET_MS,
      },
      { what: 'block, p99', value: ms(delay.percentile(99) / 1e6) },
      {
        what: 'memory, peak',
        value: `${Math.round(peakMb)} MB`,
        baseline: `before ${Math.round(rssBeforeMb)} MB`,
        ratio: peakMb / rssBeforeMb,
      },
      { what: 'memory, idle afterwards', value: `${Math.round(rssMb())} MB` },
    ],
  );
} finally {
  await home.dispose();
}

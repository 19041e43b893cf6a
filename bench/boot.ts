/**
 * What a session start waits for in the daemon: the boot block at 100,000 learnings with full files and open actions,
 * composed, journalled as given and kept for a start without a daemon. Told apart by what the time goes into. The
 * baseline is the least a disk can do: read the six files, write the block and wait for it.
 *
 *   node bench/boot.ts [learnings]
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BootBlocks } from '../src/daemon/boot-blocks.ts';
import { refsOf } from '../src/files/manifest.ts';
import { deriveId, type SessionId } from '../src/memory/ids.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openCuratingHome } from './support/curating-home.ts';
import { type Figure, ms, percentile, printFigures } from './support/figures.ts';
import { fillMemory } from './support/full-memory.ts';
import { Stopwatch } from './support/stopwatch.ts';

const LEARNINGS = Number(process.argv[2] ?? 100_000);
const ACTIONS = 200;
const SPACES = 5;
/** More than are looked at; none of them curated, which is the most a block is made from. */
const TURNS = 600;
const ROUNDS = 200;
const WARM_UP_ROUNDS = 20;
const TARGET_MS = 20;

const WRITES: Readonly<Record<string, string>> = {
  append: 'journal the injection',
  addReceipts: 'write the receipts',
};

const home = await openCuratingHome();
try {
  const spaces = await home.fill(TURNS, SPACES);
  await fillMemory(
    home.knowledge,
    spaces.map(({ id }) => id),
    { learnings: LEARNINGS, actions: ACTIONS, now: systemClock.now() },
  );
  await home.curation.keeper.settleAll();

  const watch = new Stopwatch();
  const boot = new BootBlocks({
    withheld: { hidden: undefined },
    journal: watch.timed(home.journal, (method) => WRITES[method] ?? 'read turns'),
    knowledge: watch.timed(home.knowledge, (method) => WRITES[method] ?? 'read knowledge'),
    spaces: home.spaces,
    clock: systemClock,
    folder: home.paths.bootBlocks,
    config: home.config,
    settle: (workspace) => watch.time('look at the files on disk', () => home.curation.keeper.settle(workspace)),
    onError: (operation, error) => {
      throw new Error(operation, { cause: error });
    },
  });

  const disk = openSync(join(home.paths.home, 'disk'), 'w');
  const diskMs: number[] = [];
  const givenMs: number[] = [];
  const accounts = new Map<string, number[]>();
  const note = (account: string, spentMs: number): void => {
    accounts.set(account, [...(accounts.get(account) ?? []), spentMs]);
  };
  let chars = 0;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const space = spaces[(round + WARM_UP_ROUNDS) % SPACES];
    if (space === undefined) throw new Error('no space');
    const paths = refsOf('six', space.id).map((ref) => home.curation.desk.path(ref));
    const sessionId = deriveId<SessionId>('bench boot', String(round));
    const session = { id: sessionId, client: 'bench', workspace: space.id, cwd: space.folder, startedAt: 0 };
    await home.journal.append({ sessions: [{ ...session, metadata: {} }] });

    const diskAt = performance.now();
    const bytes = paths.reduce((sum, path) => sum + readFileSync(path).length, 0);
    writeSync(disk, Buffer.alloc(Math.min(bytes, home.config.current['boot.budgetChars']), 'x'));
    fdatasyncSync(disk);
    const readMs = performance.now() - diskAt;

    watch.take();
    const previewAt = performance.now();
    await boot.preview(space.id);
    const composeMs = performance.now() - previewAt - spent(watch.take());

    const givenAt = performance.now();
    const request = { sessionId, workspace: space.id, cwd: space.folder, source: 'startup' };
    const first = await boot.give({ ...request, part: 1 });
    const tookMs = performance.now() - givenAt;
    if (first === undefined) throw new Error('nothing was given');
    chars = first.length + ((await boot.give({ ...request, part: 2 }))?.length ?? 0);

    const parts = watch.take();
    if (round < 0) continue;
    diskMs.push(readMs);
    givenMs.push(tookMs);
    for (const [account, spentMs] of parts) note(account, spentMs);
    note('compose', composeMs);
    note('keep for a start without a daemon', tookMs - composeMs - spent(parts));
  }
  closeSync(disk);
  await boot.settled();

  const p95 = percentile(givenMs, 0.95);
  const breakdown = [...accounts]
    .toSorted(([, a], [, b]) => percentile(b, 0.5) - percentile(a, 0.5))
    .map(
      ([account, values]): Figure => ({
        what: `  ${account}`,
        value: `p50 ${ms(percentile(values, 0.5))}, p95 ${ms(percentile(values, 0.95))}`,
      }),
    );
  printFigures(`Boot block of ${chars} characters, ${LEARNINGS} learnings, ${ACTIONS} actions, full files`, [
    {
      what: 'given (p50)',
      value: ms(percentile(givenMs, 0.5)),
      baseline: `disk alone ${ms(percentile(diskMs, 0.5))}`,
      ratio: percentile(givenMs, 0.5) / percentile(diskMs, 0.5),
    },
    {
      what: 'given (p95)',
      value: ms(p95),
      baseline: `disk alone ${ms(percentile(diskMs, 0.95))}`,
      ratio: p95 / percentile(diskMs, 0.95),
      target: `≤ ${TARGET_MS} ms`,
      met: p95 <= TARGET_MS,
    },
    ...breakdown,
  ]);
} finally {
  await home.dispose();
}

function spent(accounts: ReadonlyMap<string, number>): number {
  return [...accounts.values()].reduce((sum, spentMs) => sum + spentMs, 0);
}

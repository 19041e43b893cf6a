/**
 * What holds the daemon's thread: a real daemon is given one hard thing after another while small events of an agent come
 * in. Inputs go to a daemon with an empty home; the work it does by itself to one with very much in it; and the pages are
 * looked at in a third. For each: the longest time in which its thread served nobody (by its processor time, and by the
 * clock), what a small event waited against the same without the hard thing, and the memory afterwards.
 *
 *   npm run bench -- stalls [--only TEXT,…] [--rows 100000]      TEXT: `hook:`, `transcript:`, `job:`, `page:` or more of a name
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from './support/api.ts';
import { backgroundJobs, fillForJobs, JOBS_CONFIG } from './support/background-jobs.ts';
import { type BenchDaemon, startBenchDaemon } from './support/daemon.ts';
import { openDashboardHome, pagesOf } from './support/dashboard-home.ts';
import { type Figure, ms, printFigures } from './support/figures.ts';
import { hardInputs } from './support/hard-inputs.ts';
import { poster } from './support/post.ts';
import { type HardThing, measureThings } from './support/stall-scene.ts';

const START_MS = 200;
const LEARNINGS_SHARE = 0.1;
const VISITED_FOR_MS = 2_000;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, rows: { type: 'string', default: '100000' } },
});
const rows = Number(values.rows);
const root = mkdtempSync(join(tmpdir(), 'carryover-stalls-'));
const only = values.only.split(',');
const wanted = (things: readonly HardThing[]) => things.filter(({ name }) => only.some((text) => name.includes(text)));

try {
  if (mayBeWanted(['hook:', 'POST', 'transcript:'])) await inputs();
  if (mayBeWanted(['job:'])) await jobs();
  if (mayBeWanted(['page:'])) await pages();
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** A home with much in it takes a while to make. */
function mayBeWanted(prefixes: readonly string[]): boolean {
  const mayBe = (text: string) =>
    prefixes.some((prefix) => text.startsWith(prefix)) || !/^(?:hook|POST|transcript|job|page)/.test(text);
  return only.some(mayBe);
}

async function inputs(): Promise<void> {
  const daemon = await startBenchDaemon();
  /** A connection of its own each time: the daemon closes one that nobody used for a while. */
  const send = async (path: string, body: string, type?: string): Promise<void> => {
    const client = poster(daemon.port, daemon.token);
    await client.post(path, body, type).finally(() => client.close());
  };
  await measure('What holds the daemon: inputs', daemon, hardInputs(send, root), () => daemon.stop());
}

async function jobs(): Promise<void> {
  const empty = await startBenchDaemon();
  await empty.stop();
  const daemon = await startBenchDaemon({ config: JOBS_CONFIG, fill: (paths) => fillForJobs(paths, rows) });
  const api = connect(daemon);
  const start: Figure = {
    what: 'start of the daemon, until it answers',
    value: ms(daemon.readyMs),
    baseline: `with an empty home ${ms(empty.readyMs)}`,
    ratio: daemon.readyMs / empty.readyMs,
    target: `≤ ${START_MS} ms`,
    met: daemon.readyMs <= START_MS,
  };
  const title = `What holds the daemon: its own work, ${rows.toLocaleString('en')} records`;
  await measure(title, daemon, backgroundJobs(daemon, api), async () => {
    printFigures(title, [start]);
    api.close();
    await daemon.stop();
  });
}

async function pages(): Promise<void> {
  const home = await openDashboardHome(rows, rows * LEARNINGS_SHARE);
  const things = Object.entries(pagesOf(home)).map(([name, path]) => ({
    name: `page: ${name}`,
    run: async () => {
      const answers: number[] = [];
      for (const endsAt = performance.now() + VISITED_FOR_MS; performance.now() < endsAt; )
        answers.push((await home.visit(path)).firstByteMs);
      return answers;
    },
  }));
  await measure(`What holds the daemon: pages, ${rows.toLocaleString('en')} records`, home.daemon, things, () =>
    home.dispose(),
  );
}

async function measure(
  title: string,
  daemon: BenchDaemon,
  things: readonly HardThing[],
  end: () => Promise<void>,
): Promise<void> {
  try {
    printFigures(title, await measureThings(daemon, root, wanted(things)));
  } finally {
    await end();
  }
}

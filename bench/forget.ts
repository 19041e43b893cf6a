/**
 * Forgetting in a large home: one record among a hundred thousand, a pasted log of ten megabytes, a session of a thousand
 * turns, and a space of a hundred thousand records, each by preview and deed against a daemon. For each: seconds until the
 * answer, seconds until the proof, how long the event loop of the daemon was held at most, and the ratio to reading every
 * byte of the home once.
 *
 *   node bench/forget.ts [--few] [--keep FOLDER] [--only TEXT]      --few: a tenth; the filled home is kept for the next run
 */
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePrivateFolder } from '../src/platform/atomic-file.ts';
import { connect } from './support/api.ts';
import { type LongestHold, startBenchDaemon } from './support/daemon.ts';
import { type Figure, ms, printFigures } from './support/figures.ts';
import { fillForgettable, LARGE_SPACE, LOG_RECORD, LONG_SESSION, ONE_RECORD } from './support/forgettable-home.ts';

const { values } = parseArgs({
  options: { few: { type: 'boolean' }, keep: { type: 'string' }, only: { type: 'string', default: '' } },
});
const RECORDS = values.few === true ? 10_000 : 100_000;
const POLL_MS = 20;
const HOLD_MS = 100;
const kept = values.keep;
const SCENES = [
  ['one record', { record_id: ONE_RECORD }, 2],
  ['a log of 10 MB', { record_id: LOG_RECORD }, 60],
  ['a session of 1,000 turns', { session_id: LONG_SESSION }, 60],
  [`a space of ${RECORDS} records`, { workspace: LARGE_SPACE }, 60],
] as const;

interface Receipt {
  readonly id: string;
  readonly counts: { readonly records: number };
  readonly verification: { readonly state?: string; readonly traces_in: readonly string[] };
}

const daemon = await startBenchDaemon({
  config: { 'curator.profile': 'manual' },
  fill: async (paths) => {
    const databases = kept === undefined ? undefined : join(kept, 'memory');
    if (databases !== undefined && existsSync(databases)) return copyFiles(databases, paths.memory);
    await fillForgettable(paths, RECORDS);
    if (databases !== undefined) copyFiles(paths.memory, databases);
  },
});
const api = connect(daemon);
try {
  await indexed();
  const figures: Figure[] = [];
  for (const [what, selection, seconds] of SCENES.filter(([name]) => name.includes(values.only))) {
    const baselineMs = readEverything();
    await daemon.longestHold();
    const preview = await api.post('/memory/forget', selection);
    const previewHold = await daemon.longestHold();
    const startedAt = performance.now();
    const { body, tookMs } = await api.post('/memory/forget', { ...selection, confirm: true });
    const receipt = await proven(JSON.parse(body) as Receipt);
    const provenMs = performance.now() - startedAt;
    const hold = await daemon.longestHold();
    if (receipt.verification.traces_in.length > 0) console.log(what, receipt.verification.traces_in);
    const against = { baseline: ms(baselineMs) };
    const holds = (held: LongestHold) => ({
      value: told(held),
      target: `≤ ${HOLD_MS} ms`,
      met: held.processorMs <= HOLD_MS,
    });
    console.log(
      `${what}: preview ${ms(preview.tookMs)} (held ${told(previewHold)}), forgotten ${ms(tookMs)}, proven ${ms(provenMs)} (held ${told(hold)}); every byte read in ${ms(baselineMs)}`,
    );
    figures.push(
      {
        what: `${what} (${receipt.counts.records} gone): preview`,
        value: ms(preview.tookMs),
        ...against,
        ratio: preview.tookMs / baselineMs,
      },
      { what: '  longest hold of the event loop', ...holds(previewHold) },
      {
        what: '  forgotten',
        value: ms(tookMs),
        ...against,
        ratio: tookMs / baselineMs,
        target: `≤ ${seconds} s`,
        met: tookMs <= seconds * 1_000,
      },
      { what: '  and proven', value: ms(provenMs), ...against, ratio: provenMs / baselineMs },
      { what: '  longest hold of the event loop', ...holds(hold) },
    );
  }
  printFigures(`forgetting in a home of ${RECORDS} records and more; the baseline reads every byte of it`, figures);
} finally {
  api.close();
  await daemon.stop();
}

function copyFiles(from: string, to: string): void {
  makePrivateFolder(to);
  for (const name of globSync('*.db', { cwd: from })) cpSync(join(from, name), join(to, name));
}

/** Searches and forgetting are not timed against the filling of the index. */
async function indexed(): Promise<void> {
  for (;;) {
    const { recall } = JSON.parse((await api.get('/memory/status', {})).body) as { recall: { waiting: number } | null };
    if (recall?.waiting === 0) return;
    await sleep(POLL_MS * 10);
  }
}

async function proven(receipt: Receipt): Promise<Receipt> {
  for (let now = receipt; ; ) {
    if (now.verification.state !== 'proving') return now;
    await sleep(POLL_MS);
    const { receipts } = JSON.parse((await api.get('/memory/forgets', {})).body) as { receipts: readonly Receipt[] };
    now = receipts.find(({ id }) => id === receipt.id) ?? now;
  }
}

function told({ clockMs, processorMs }: LongestHold): string {
  return `${ms(clockMs)}, ${ms(processorMs)} of it at work`;
}

function readEverything(): number {
  const startedAt = performance.now();
  for (const name of globSync('**', { cwd: daemon.paths.home })) {
    const path = join(daemon.paths.home, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) readFileSync(path);
  }
  return performance.now() - startedAt;
}

/** Threads that open the index and die, and one that stays. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../platform/clock.ts';
import { IndexWorker } from './index-worker.ts';

const OPENS = `import { parentPort } from 'node:worker_threads';
  const facts = { through: 0, fingerprint: 0, isWhole: true };
  parentPort.on('message', (message) => message === 'leave' && parentPort.close());
  parentPort.postMessage({ kind: 'ready', facts, wasDamaged: false });`;
/** Waits are whole milliseconds, and rounded. */
const ROUNDING_MS = 5;

let folder: string;
let filler: IndexWorker;
let readyAt: number[];
/** Of each time it was ready: whether it came back from a rest. */
let rested: boolean[];
let filled: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-filler-'));
  readyAt = [];
  rested = [];
  filled = 0;
});
afterEach(async () => {
  await filler.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(source: string): void {
  const indexThread = join(folder, 'thread.mjs');
  writeFileSync(indexThread, source);
  filler = new IndexWorker({
    indexThread,
    journal: join(folder, 'journal'),
    index: join(folder, 'index'),
    clock: systemClock,
    restMs: 50,
    onReady: async (_, isRested) => {
      readyAt.push(systemClock.elapsed());
      rested.push(isRested);
    },
    onFilled: () => {
      filled += 1;
    },
    onError: () => undefined,
  });
  filler.start();
}

describe('the thread that fills the index', () => {
  it('comes back later each time when it opens and dies, and what is there is searched meanwhile', async () => {
    start(`${OPENS}\nsetTimeout(() => { throw new Error('died'); }, 20);`);
    await waitFor(() => readyAt.length === 1, { what: 'the first thread' });
    const settled = expect(filler.settle()).rejects.toMatchObject({ code: 'search-failed', retryable: true });
    await waitFor(() => readyAt.length === 2, { what: 'the second thread' });
    await waitFor(() => filler.failure !== undefined, { what: 'its end' });
    await filler.ready;
    await settled;
    await waitFor(() => readyAt.length === 3, { what: 'the third thread' });
    const [first = 0, second = 0, third = 0] = readyAt;
    expect(second - first).toBeGreaterThan(1_000 - ROUNDING_MS);
    expect(third - second).toBeGreaterThan(2_000 - ROUNDING_MS);
  });

  it('is the only one, also when two want it to begin anew at once', async () => {
    start(OPENS);
    await waitFor(() => readyAt.length === 1, { what: 'the first thread' });
    const { generation } = filler;
    const begun = [filler.beginAnew(), filler.beginAnew()];
    // Whoever waits for nobody begins within these.
    for (let turn = 0; turn < 10; turn += 1) await undefined;
    expect(filler.generation).toBe(generation);
    await Promise.all(begun);
    await waitFor(() => readyAt.length === 2, { what: 'the next thread' });
    expect(filler.generation).toBe(generation + 1);
  });

  it('is let go when it has nothing to do, and comes when it is told something', async () => {
    const ended = join(folder, 'ended');
    start(`${OPENS}
      import { appendFileSync } from 'node:fs';
      process.on('exit', () => appendFileSync(${JSON.stringify(ended)}, 'x'));
      parentPort.on('message', ({ kind, id }) => kind === 'settle' && parentPort.postMessage({ kind: 'settled', id }));
      parentPort.postMessage({ kind: 'idle' });`);
    await waitFor(() => existsSync(ended), { what: 'the end of the first thread' });
    await filler.ready;
    expect(filler.failure).toBeUndefined();
    const { generation } = filler;
    await filler.settle();
    expect(filler.generation).toBe(generation);
    expect(rested).toEqual([false, true]);
  });

  it('says that it was let go when it had much to fill in, and only then', async () => {
    const [ended, much] = [join(folder, 'ended'), join(folder, 'much')];
    start(`${OPENS}
      import { appendFileSync, existsSync, rmSync } from 'node:fs';
      process.on('exit', () => appendFileSync(${JSON.stringify(ended)}, 'x'));
      parentPort.on('message', ({ kind, id }) => {
        if (kind !== 'settle') return;
        parentPort.postMessage({ kind: 'settled', id });
        parentPort.postMessage({ kind: 'idle' });
      });
      if (existsSync(${JSON.stringify(much)})) parentPort.postMessage({ kind: 'compacted' });
      rmSync(${JSON.stringify(much)}, { force: true });
      parentPort.postMessage({ kind: 'idle' });`);
    const threadsEnded = () => (existsSync(ended) ? readFileSync(ended, 'utf8').length : 0);
    await waitFor(() => threadsEnded() === 1, { what: 'the end of one with nothing' });
    expect(filled).toBe(0);
    writeFileSync(much, '');
    await filler.settle();
    await waitFor(() => filled === 1, { what: 'the end of one with much' });
    await filler.settle();
    await waitFor(() => threadsEnded() === 3, { what: 'the end of the next' });
    expect(filled).toBe(1);
  });

  it('stays while it is told things, and while somebody waits for it', async () => {
    const ended = join(folder, 'ended');
    start(`${OPENS}
      import { appendFileSync } from 'node:fs';
      process.on('exit', () => appendFileSync(${JSON.stringify(ended)}, 'x'));
      parentPort.on('message', () => parentPort.postMessage({ kind: 'idle' }));
      parentPort.postMessage({ kind: 'idle' });`);
    await waitFor(() => readyAt.length === 1, { what: 'the thread' });
    for (let time = 0; time < 10; time += 1) {
      filler.tell({ kind: 'look' });
      await sleep(20);
    }
    const waiting = filler.settle();
    await sleep(150);
    expect(existsSync(ended)).toBe(false);
    await filler.close();
    await waiting;
  });
});

/**
 * F-01: the daemon is killed -9 at random moments while clients write. The ledger of what was acknowledged is kept
 * here, outside of it, and the journal is held against the ledger afterwards.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readSpool } from '../src/capture/spool.ts';
import { median, report } from './support/figures.ts';
import { makeHome, runCli, startDaemon, waitForDaemon } from './support/home.ts';
import { exportRows } from './support/journal.ts';
import { mismatches, startLoad } from './support/load.ts';
import { limitNow } from './support/pace.ts';
import { signal } from './support/processes.ts';
import { seededRandom } from './support/random.ts';
import { waitFor } from './support/wait.ts';

const KILLS = 30;
/** What is promised for a machine that is not busy with other things; a single restart may be unlucky. */
const READY_MS = 2_000;
const UNLUCKY_READY_MS = 6_000;

it('keeps every acknowledged record, once, through 30 kills under load, and is soon back each time (F-01, A-075)', async () => {
  const random = seededRandom('kill -9 under load');
  await using home = await makeHome();
  let { pid } = await startDaemon(home);
  const load = startLoad(home);
  const readyMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(random.between(50, 500));
    const killedAt = performance.now();
    signal(pid, 'SIGKILL');
    ({ pid } = await waitForDaemon(home, pid));
    readyMs.push(performance.now() - killedAt);
  }
  const ledger = await load.stop();
  await waitFor(() => readSpool(home.paths.spool).files.length === 0, { what: 'the spool to be drained' });
  const { records } = await exportRows(home);
  report('kill -9 under load', {
    kills: KILLS,
    acknowledged: ledger.records.size + ledger.events.size,
    'requests that failed': ledger.failures,
    'ready again after ms, median': median(readyMs),
    max: Math.max(...readyMs),
  });

  expect(mismatches(ledger, records)).toEqual([]);
  expect(ledger.records.size).toBeGreaterThan(100);
  expect(ledger.events.size).toBeGreaterThan(100);
  // Otherwise nothing was cut off, and nothing shown.
  expect(ledger.failures).toBeGreaterThan(KILLS);
  expect(median(readyMs)).toBeLessThan(limitNow(READY_MS));
  expect(Math.max(...readyMs)).toBeLessThan(limitNow(UNLUCKY_READY_MS));
  const verified = await runCli(home, ['verify', '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({ problems: [] });
  expect(verified.code).toBe(0);
});

/**
 * The spool is drained exactly once, whatever happens meanwhile: the daemon is killed -9 at random moments of it, and
 * the same events are posted as well, as a client does whose hook command gave up waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readSpool, spoolEntry } from '../src/capture/spool.ts';
import { report } from './support/figures.ts';
import { makeHome, startDaemon, waitForDaemon } from './support/home.ts';
import { postHook, runHook, toolEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { signal } from './support/processes.ts';
import { seededRandom } from './support/random.ts';
import { waitFor } from './support/wait.ts';

const EVENTS = 600;
const KILLS = 5;

it('takes each spooled event once, though it is killed while it drains, and though some were posted too (F-01, B-045)', async () => {
  const random = seededRandom('kill -9 while draining');
  await using home = await makeHome();
  const ids = Array.from({ length: EVENTS }, (_, index) => `toolu-${index}`);
  const payloads = ids.map((id) => toolEvent('spooled', id));
  payloads.forEach((payload, index) => {
    spoolEntry(home.paths, { version: 1, client: 'claude-code', at: Date.now() + index, payload });
  });
  let { pid } = await startDaemon(home);
  const left: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Not before the drain goes on: how long a daemon takes until then is the machine's matter.
    const before = left.at(-1) ?? EVENTS;
    await waitFor(() => readSpool(home.paths.spool).files.length < before, { what: 'the drain to go on' });
    await sleep(random.between(0, 10));
    left.push(readSpool(home.paths.spool).files.length);
    if (left.at(-1) === 0) break;
    signal(pid, 'SIGKILL');
    ({ pid } = await waitForDaemon(home, pid));
  }
  const twice = payloads.filter(() => random.next() < 0.1);
  for (const payload of twice) expect((await postHook(home, payload)).status).toBe(200);
  await waitFor(() => readSpool(home.paths.spool).files.length === 0, {
    what: 'the spool to be drained',
  });
  report('drain', { events: EVENTS, 'left at each kill': left.join('/'), 'posted as well': twice.length });

  const { records } = await exportRows(home);
  for (const type of ['tool_use', 'tool_result']) {
    const found = records.filter((record) => record.type === type).map(({ metadata }) => metadata.tool_use_id);
    expect(found.toSorted()).toEqual(ids.toSorted());
  }
  expect(readSpool(home.paths.spool).refused).toBe(0);
  // Otherwise it was killed before or after, never while it drained.
  expect(left.some((count) => count > 0 && count < EVENTS)).toBe(true);
});

it('keeps the event of a hook that meets no daemon, and gives it to the one that the hook starts (D-001)', async () => {
  await using home = await makeHome();
  expect(await runHook(home, toolEvent('cold', 'toolu-cold'))).toMatchObject({ code: 0, stdout: '', stderr: '' });
  await waitForDaemon(home);
  expect((await postHook(home, toolEvent('cold', 'toolu-cold'))).status).toBe(200);
  await waitFor(() => readSpool(home.paths.spool).files.length === 0, { what: 'the spool to be drained' });
  const { records } = await exportRows(home);
  expect(records.map(({ type, metadata }) => [type, metadata.tool_use_id])).toEqual([
    ['tool_use', 'toolu-cold'],
    ['tool_result', 'toolu-cold'],
  ]);
});

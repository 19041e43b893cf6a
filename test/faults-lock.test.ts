/**
 * F-11: another program holds the journal's write lock for 30 seconds. Hook events are answered all the same, from the
 * spool, and are in the journal afterwards, once; a program that writes records is told to come back; reading goes on.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readSpool } from '../src/capture/spool.ts';
import { holdForeignLock } from '../src/platform/foreign-lock.fixture.ts';
import { report } from './support/figures.ts';
import { isHealthy, makeHome, runCli, startDaemon } from './support/home.ts';
import { postHook, postRecords, runHook, toolEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { limitNow } from './support/pace.ts';
import { waitFor } from './support/wait.ts';

const HELD_MS = 30_000;
const EVENT_EVERY_MS = 750;
/** The daemon gives its journal a second; the client gives a hook three. */
const ANSWER_MS = 2_500;

it('answers hooks in time and loses nothing while another program holds the write lock for 30 s (F-11)', async () => {
  await using home = await makeHome();
  const { pid } = await startDaemon(home);
  expect((await postHook(home, toolEvent('locked', 'toolu-before'))).status).toBe(200);
  const letGo = await holdForeignLock(home.paths.journal);
  const endsAt = performance.now() + HELD_MS;
  const expected = ['toolu-before'];
  let slowestMs = 0;

  const sendEvents = async (): Promise<void> => {
    while (performance.now() < endsAt - ANSWER_MS) {
      const id = `toolu-${expected.length}`;
      expected.push(id);
      const { status, elapsedMs } = await postHook(home, toolEvent('locked', id));
      expect(status).toBe(200);
      slowestMs = Math.max(slowestMs, elapsedMs);
      await sleep(EVENT_EVERY_MS);
    }
  };
  const sendRecord = async (): Promise<number> => {
    const { status, headers } = await postRecords(home, {
      id: 'record-while-locked',
      type: 'event',
      content: 'locked out',
    });
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    return status;
  };
  const useOtherDoors = async (): Promise<void> => {
    const search = await runCli(home, ['search', 'output', '--json']);
    expect(JSON.parse(search.stdout).hits.length).toBeGreaterThan(0);
    expect(await isHealthy(home)).toBe(true);
    expect(JSON.parse((await runCli(home, ['status', '--json'])).stdout)).toMatchObject({ pid });
    expected.push('toolu-by-command');
    expect(await runHook(home, toolEvent('locked', 'toolu-by-command'))).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await exportRows(home)).records.length).toBeGreaterThan(0);
  };
  await Promise.all([sendEvents(), sendRecord(), sleep(3_000).then(useOtherDoors)]);
  await sleep(endsAt - performance.now());
  const waiting = readSpool(home.paths.spool).files.length;
  await letGo();

  await waitFor(() => readSpool(home.paths.spool).files.length === 0, {
    what: 'the spool to be drained',
  });
  expect((await postRecords(home, { id: 'record-while-locked', type: 'event', content: 'locked out' })).status).toBe(
    201,
  );
  const { records } = await exportRows(home);
  const results = records.filter(({ type }) => type === 'tool_result').map(({ metadata }) => metadata.tool_use_id);
  report('foreign lock', { events: expected.length, 'slowest answer ms': slowestMs, 'spooled at the end': waiting });
  expect(results.toSorted()).toEqual(expected.toSorted());
  expect(records.filter(({ id }) => id === 'record-while-locked')).toHaveLength(1);
  expect(waiting).toBeGreaterThan(10);
  expect(slowestMs).toBeLessThan(limitNow(ANSWER_MS));
});

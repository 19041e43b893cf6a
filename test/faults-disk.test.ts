/**
 * A disk that is full (F-05) or read-only (F-06), made real with a small tmpfs. The agent notices nothing, a person is
 * told in one line, and what was acknowledged is there when the disk is well again, without a restart.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSpool } from '../src/capture/spool.ts';
import { holdForeignLock } from '../src/platform/foreign-lock.fixture.ts';
import { report } from './support/figures.ts';
import { makeHome, runCli, startDaemon, stopDaemon, type TestHome } from './support/home.ts';
import { postHook, promptEvent, runHook, startEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { limitNow } from './support/pace.ts';
import { indexed } from './support/recall.ts';
import { mountSmallDisk, whyNoMount } from './support/small-disk.ts';
import { waitFor } from './support/wait.ts';

const NO_MOUNT = whyNoMount();
/** Far above the second the daemon gives its journal, far below the three that the client gives a hook. */
const ANSWER_MS = 2_500;
/** As large as is redacted at once: large enough that the last one does not fit in what is left. */
const PROMPT_CHARS = 60_000;

afterAll(() => {
  if (NO_MOUNT !== undefined) process.stdout.write(`skipped: ${NO_MOUNT}\n`);
});

describe.skipIf(NO_MOUNT !== undefined)('a full disk', () => {
  it('costs the agent nothing, is reported, and loses nothing that was acknowledged (F-05)', async () => {
    using disk = mountSmallDisk(8);
    await using home = await makeHome({ folder: join(disk.folder, 'home') });
    const { pid } = await startDaemon(home);
    const acknowledged: string[] = [];
    const slowest = { ms: 0 };
    const statuses = new Set<number>();
    const say = async (number: number): Promise<number> => {
      const prompt = `prompt-${number} ${'filler words '.repeat(PROMPT_CHARS / 13)}`;
      const { status, elapsedMs } = await postHook(home, promptEvent('full', prompt));
      if (status < 300) acknowledged.push(`prompt-${number}`);
      statuses.add(status);
      slowest.ms = Math.max(slowest.ms, elapsedMs);
      return status;
    };
    expect(await say(0)).toBe(200);
    // What is found later is in the index before there is no more room for it.
    await indexed(home);
    disk.fill(700_000);
    let number = 1;
    while ((await say(number)) < 300) number += 1;
    for (let more = 0; more < 5; more += 1) await say(++number);
    disk.fill(0);
    for (let more = 0; more < 5; more += 1) await say(++number);
    const refused = number + 1 - acknowledged.length;

    const hook = await runHook(home, promptEvent('full', 'said while the disk was full'));
    expect(hook).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const search = await runCli(home, ['search', 'filler', '--json']);
    expect(search.code, search.stderr).toBe(0);
    expect(JSON.parse(search.stdout).hits.length).toBeGreaterThan(0);
    const status = await runCli(home, ['status']);
    expect(status.code).toBe(1);
    expect(status.stdout).toMatch(/^degraded/);
    expect(status.stdout).toMatch(/no space left/);

    disk.free();
    expect(await say(++number)).toBe(200);
    await waitFor(() => readSpool(home.paths.spool).files.length === 0, { what: 'the spool to be drained' });
    const { records } = await exportRows(home);
    const kept = records.filter(({ type }) => type === 'prompt').map(({ content }) => content.split(' ')[0] ?? '');
    report('disk full', {
      acknowledged: acknowledged.length,
      refused,
      statuses: [...statuses].join('/'),
      'slowest ms': slowest.ms,
    });
    expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(refused).toBeGreaterThan(0);
    expect([...statuses].filter((code) => code !== 200 && code !== 507)).toEqual([]);
    expect(slowest.ms).toBeLessThan(limitNow(ANSWER_MS));
    const after = await runCli(home, ['status', '--json']);
    expect(JSON.parse(after.stdout)).toMatchObject({ pid });
    expect((await runCli(home, ['verify'])).code).toBe(0);
  });

  it('with room for half an event only: the event is refused, not half kept (F-05, F-11)', async () => {
    using disk = mountSmallDisk(8);
    await using home = await makeHome({ folder: join(disk.folder, 'home') });
    await startDaemon(home);
    expect((await postHook(home, promptEvent('half', 'said before'))).status).toBe(200);
    const letGo = await holdForeignLock(home.paths.journal);
    disk.fill(PROMPT_CHARS / 2);
    const refused = await postHook(home, promptEvent('half', 'filler words '.repeat(PROMPT_CHARS / 13)));
    const left = readdirSync(home.paths.spool);
    disk.free();
    const spooled = await postHook(home, promptEvent('half', 'said after'));
    await letGo();
    expect([refused.status, spooled.status]).toEqual([507, 200]);
    expect(left).toEqual([]);
    await waitFor(() => readSpool(home.paths.spool).files.length === 0, { what: 'the spool to be drained' });
    expect(readSpool(home.paths.spool).refused).toBe(0);
    const { records } = await exportRows(home);
    // The journal may still have taken the refused one later, by itself; then whole.
    const others = records.filter(({ content }) => content.length < PROMPT_CHARS - 13);
    expect(others.map(({ content }) => content)).toEqual(['said before', 'said after']);
  });
});

/** One line that names the trouble, one with what to do; no stack trace. */
function expectOneClearLine(text: string): void {
  const lines = text.trimEnd().split('\n');
  expect(lines, text).toHaveLength(2);
  expect(lines[0]).toMatch(/^carryover: .*(read-only|may not be written)/);
  expect(lines[1]).toMatch(/^ {2}\S/);
}

async function expectHarmless(home: TestHome): Promise<void> {
  for (const payload of [startEvent('read-only'), promptEvent('read-only', 'into the void')]) {
    const hook = await runHook(home, payload);
    expect(hook).toMatchObject({ code: 0, stdout: '', stderr: '' });
  }
  const status = await runCli(home, ['status']);
  expect(status).toMatchObject({ code: 1, stderr: '' });
  const doctor = await runCli(home, ['doctor']);
  expect(doctor).toMatchObject({ code: 1, stderr: '' });
  expect(doctor.stdout).toMatch(/✗ home .*read-only/);
  for (const command of [['up'], ['daemon', 'start']]) {
    const refused = await runCli(home, command);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expectOneClearLine(refused.stderr);
  }
}

describe.skipIf(NO_MOUNT !== undefined)('a read-only disk', () => {
  it('is told in one line to a person and not at all to the agent, in a home that was used before (F-06)', async () => {
    using disk = mountSmallDisk(8);
    await using home = await makeHome({ folder: join(disk.folder, 'home') });
    await startDaemon(home);
    await stopDaemon(home);
    disk.remount('ro');
    try {
      await expectHarmless(home);
    } finally {
      disk.remount('rw');
    }
    await startDaemon(home);
  });

  it('is told the same way in a home that was never used (F-06)', async () => {
    using disk = mountSmallDisk(8);
    await using home = await makeHome({ folder: join(disk.folder, 'home') });
    disk.remount('ro');
    try {
      await expectHarmless(home);
    } finally {
      disk.remount('rw');
    }
  });
});

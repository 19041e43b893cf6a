import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordId } from '../../memory/ids.ts';
import { systemClock } from '../../platform/clock.ts';
import { holdForeignLock } from '../../platform/foreign-lock.fixture.ts';
import { SESSION, sampleRecord, sampleSession } from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

const KILLS = 8;
const APPEND_FOREVER = fileURLToPath(new URL('./append-forever.fixture.ts', import.meta.url));
const APPEND_UNTIL_REFUSED = fileURLToPath(new URL('./append-until-refused.fixture.ts', import.meta.url));
const FILL_DISK = fileURLToPath(new URL('./fill-disk.fixture.ts', import.meta.url));
const READ_ONLY_DISK = fileURLToPath(new URL('./read-only-disk.fixture.ts', import.meta.url));

/** A small file system for one process alone; needs the right to make namespaces, which not every machine gives. */
const ON_SMALL_DISK = `exec unshare -rm sh -c 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"' "$@"`;
const canMount = spawnSync('sh', ['-c', ON_SMALL_DISK, 'sh', '/tmp', 'true']).status === 0;

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function runOnSmallDisk(fixture: string): unknown {
  const args = ['-c', ON_SMALL_DISK, 'sh', folder, process.execPath, fixture, folder];
  const child = spawnSync('sh', args, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

/** The ids acknowledged before the kill. */
async function appendUntilKilled(round: number): Promise<readonly RecordId[]> {
  const child = spawn(process.execPath, [APPEND_FOREVER, folder, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(20 + ((round * 37) % 120));
  child.kill('SIGKILL');
  await closed;
  // The last line may be torn; a whole line is an acknowledgement.
  return output.split('\n').slice(0, -1) as RecordId[];
}

describe('acknowledged means kept', () => {
  it('through kill -9 in the middle of commits: nothing lost, nothing twice (F-01)', async () => {
    const ledger: RecordId[] = [];
    for (let round = 0; round < KILLS; round += 1) ledger.push(...(await appendUntilKilled(round)));
    const journal = await openJournal(journalOptions(folder));
    const stored = (await journal.recordsOfSession(SESSION)).map(({ id }) => id);
    expect(ledger.length).toBeGreaterThan(KILLS);
    expect(new Set(stored).size).toBe(stored.length);
    expect(ledger.filter((id) => !new Set(stored).has(id))).toEqual([]);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.close();
  });

  it('while another process holds the lock for two seconds: the append waits, reads do not (F-11)', async () => {
    // A slower clock: on a busy machine the other process may need a while to let go.
    const clock = { now: systemClock.now, elapsed: () => systemClock.elapsed() / 4 };
    const journal = await openJournal({ ...journalOptions(folder), clock });
    await journal.append({ sessions: [sampleSession()] });
    const letGo = await holdForeignLock(journalOptions(folder).path);
    const record = sampleRecord();
    let acknowledged = false;
    const appending = journal.append({ records: [record] }).finally(() => {
      acknowledged = true;
    });
    await sleep(2_000);
    expect(await journal.record(record.id)).toBeUndefined();
    expect(acknowledged).toBe(false);
    await letGo();
    expect((await appending).inserted).toEqual([record.id]);
    await journal.close();
  });

  it('when the system refuses a write: an error, never a false acknowledgement (F-04)', async () => {
    // The shell's file size limit (in blocks of 512 or 1,024 bytes) makes writes beyond it fail with EFBIG.
    const limited = 'trap "" XFSZ; ulimit -f 2000; exec "$@"';
    const args = ['-c', limited, 'sh', process.execPath, APPEND_UNTIL_REFUSED, folder];
    const child = spawnSync('sh', args, { encoding: 'utf8' });
    const { code, acknowledged } = JSON.parse(child.stdout);
    expect(code).toBe('io-error');
    const journal = await openJournal(journalOptions(folder));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect((await journal.recordsOfSession(SESSION)).map(({ id }) => id)).toEqual(acknowledged);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.close();
  });

  it.skipIf(!canMount)(
    'on a full disk: a clear, retryable error, reads go on, and it recovers by itself (F-05)',
    () => {
      expect(runOnSmallDisk(FILL_DISK)).toEqual({
        failure: { code: 'disk-full', retryable: true, hint: expect.stringContaining('free some disk space') },
        again: 'disk-full',
        readable: true,
        afterwards: 'stored',
        erased: true,
        problems: [],
        kept: true,
      });
    },
  );

  it.skipIf(!canMount)('on a read-only disk: a clear error instead of a journal that takes nothing (F-06)', () => {
    const error = { code: 'read-only', hint: expect.stringContaining('writable') };
    expect(runOnSmallDisk(READ_ONLY_DISK)).toEqual([error, error]);
  });
});

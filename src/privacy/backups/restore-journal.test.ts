import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { erasing, NOW, sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { expandFile, isCompressed } from '../../platform/compressed-copy.ts';
import { type HomePaths, homePaths } from '../../platform/paths.ts';
import { JobKeeper } from '../forget/job.ts';
import { runTask } from '../process/run-task.ts';
import { listBackups } from './backup-files.ts';
import { BackupRotation } from './backup-rotation.ts';
import { makeBackup } from './make-backup.ts';
import { restoreJournal } from './restore-journal.ts';

const program = fileURLToPath(new URL('../../daemon/privacy-process.ts', import.meta.url));
const fixture = fileURLToPath(new URL('./restore.fixture.ts', import.meta.url));

let paths: HomePaths;
let journal: Journal;
beforeEach(async () => {
  paths = homePaths(temporaryFolder());
  mkdirSync(paths.run);
  journal = await open();
  await journal.append({ sessions: [sampleSession()] });
});
afterEach(async () => {
  await journal.close();
  rmSync(paths.home, { recursive: true, force: true });
});

function open(): Promise<Journal> {
  return openJournal(journalOptions(paths.home));
}

function backUp(): string {
  return makeBackup({ journal: paths.journal, folder: paths.backups, megabytes: 100, now: NOW }).path;
}

function rotationAt(now: () => number): BackupRotation {
  return new BackupRotation({
    program,
    journal: paths.journal,
    folder: paths.backups,
    clock: { now, elapsed: now },
    megabytes: () => 100,
    lastChange: async () => String((await journal.retention.sweepRecord()).lastRecord),
    onMade: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
}

async function contents(): Promise<string[]> {
  const { id } = sampleSession();
  return (await journal.recordsOfSession(id)).map(({ content }) => content).sort();
}

/** As copies were before they were compressed. */
function plainCopy(file: string): string {
  const plain = file.replace(/\.gz$/, '');
  if (isCompressed(file)) expandFile(file, plain);
  return plain;
}

async function restore(file: string) {
  await journal.close();
  try {
    return await restoreJournal({ paths, file, clock: systemClock, mayForgottenReturn: async () => false });
  } finally {
    journal = await open();
  }
}

describe('a copy of the journal', () => {
  it('is made by a process of its own while the journal is written, private, and whole', async () => {
    for (let batch = 0; batch < 20; batch += 1) await journal.append({ records: [sampleRecord()] });
    const task = { journal: paths.journal, folder: paths.backups, megabytes: 100, now: NOW };
    const made = runTask(program, 'backup', task).result;
    let written = 20;
    let isDone = false;
    void made.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await journal.append({ records: [sampleRecord()] });
      written += 1;
    }
    const { path, bytes } = await made;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(bytes).toBeGreaterThan(0);
    expect(readdirSync(paths.backups)).toHaveLength(1);
    expect(isCompressed(path)).toBe(!isEncrypted);
    const copy = await openJournal({ ...journalOptions(paths.home), path: plainCopy(path) });
    const { problems } = await copy.verify();
    const { records } = await copy.counts();
    await copy.close();
    expect(problems).toEqual([]);
    expect(records).toBeGreaterThanOrEqual(20);
    expect(records).toBeLessThanOrEqual(written);
  });

  it('is made beside another, in its turn, and given up when the daemon stops', async () => {
    const task = { journal: paths.journal, folder: paths.backups, megabytes: 100, now: NOW };
    const other = runTask(program, 'backup', { ...task, now: NOW + 1 }).result;
    const rotation = rotationAt(() => NOW + 2);
    await rotation.beforeSweep();
    const [third, fourth] = [rotation.beforeSweep(), rotation.beforeSweep()].map((made) =>
      made.catch((error: unknown) => error),
    );
    // The first of them has begun.
    await new Promise((resolve) => setImmediate(resolve));
    await rotation.stop();
    expect([await third, await fourth]).toMatchObject([{ code: 'stopped' }, { code: 'stopped' }]);
    await other;
    expect(listBackups(paths.backups).map(({ takenAt }) => takenAt - NOW)).toEqual([2, 1]);
    // What one that was given up leaves is removed by the next.
    const endedPid = spawnSync(process.execPath, ['--version']).pid;
    for (const ending of ['', '-journal'])
      writeFileSync(join(paths.backups, `transcript.${endedPid}.a1.unfinished${ending}`), '');
    backUp();
    expect(readdirSync(paths.backups)).toHaveLength(3);
  });

  it('is made once an hour, when something was added', async () => {
    let now = systemClock.now();
    const rotation = rotationAt(() => now);
    await rotation.look();
    await rotation.look();
    expect(listBackups(paths.backups)).toHaveLength(1);
    now += 3_700_000;
    await rotation.look();
    expect(listBackups(paths.backups)).toHaveLength(1);
    await journal.append({ records: [sampleRecord()] });
    await rotation.look();
    expect(listBackups(paths.backups)).toHaveLength(2);
    await rotation.stop();
  });

  it('takes the place of the journal; what was there is kept, and what is made from it is removed', async () => {
    const [kept, late] = [sampleRecord(), sampleRecord()];
    await journal.append({ records: [kept] });
    const file = backUp();
    await journal.append({ records: [late] });
    mkdirSync(join(paths.memory, 'spaces/x'), { recursive: true });
    for (const path of [paths.knowledge, paths.recall, join(paths.memory, 'spaces/x/decisions.md')])
      writeFileSync(path, 'made from it');
    const { journalKept = '', filesKept = '', rows } = await restore(file);
    expect(await contents()).toEqual([kept.content]);
    expect(rows).toBeGreaterThan(0);
    expect([paths.knowledge, paths.recall].filter((path) => existsSync(path))).toEqual([]);
    expect(readFileSync(join(filesKept, 'spaces/x/decisions.md'), 'utf8')).toBe('made from it');
    expect(listBackups(paths.backups).map(({ path }) => path)).toContain(journalKept);
    expect(readdirSync(paths.backups).filter((name) => /restoring|older/.test(name))).toEqual([]);
    await restore(journalKept);
    expect(await contents()).toEqual([kept.content, late.content].sort());
  });

  it('does not bring back what was forgotten since: tombstones go along, and what it holds is forgotten again (D-064)', async () => {
    const [kept, gone, never] = [sampleRecord(), sampleRecord(), sampleRecord()];
    await journal.append({ records: [kept, gone] });
    const file = join(paths.home, 'elsewhere.db');
    copyFileSync(backUp(), file);
    await journal.append({ records: [never] });
    await journal.eraseRecords({ ...erasing(NOW, gone.id, never.id), contentHashes: ['of the text'] });
    const { carriedOver } = await restore(file);
    expect(carriedOver).toEqual({ tombstones: 2, records: 1, isForgottenAgain: true });
    expect(await new JobKeeper(journal, paths.forgettingKey).unfinished()).toMatchObject([
      { step: 'asked', selection: { kind: 'erased', records: [gone.id], sessions: [], spaces: [] } },
    ]);
    expect(await journal.append({ records: [never] })).toMatchObject({ erased: [never.id] });
    expect(await journal.wasErased({ contentHash: 'of the text' })).toBe(true);
    await journal.eraseRecords(erasing(NOW, gone.id));
    expect((await journal.verify()).problems).toEqual([]);
    await expect(restore(file)).rejects.toMatchObject({ code: 'busy' });
  });

  it('is put back whether it is compressed or, as older ones are, not', async () => {
    const record = sampleRecord();
    await journal.append({ records: [record] });
    const file = backUp();
    for (const copy of [file, plainCopy(file)]) {
      await journal.append({ records: [sampleRecord()] });
      await restore(copy);
      expect(await contents()).toEqual([record.content]);
    }
    expect(readdirSync(paths.backups).filter((name) => /expanded|unfinished/.test(name))).toEqual([]);
  });

  it('that lies elsewhere is not put back unasked when nobody can say what was forgotten since (D-064)', async () => {
    const file = join(paths.home, 'elsewhere.db');
    copyFileSync(backUp(), file);
    await journal.close();
    writeFileSync(paths.journal, 'no journal any more');
    await expect(
      restoreJournal({ paths, file, clock: systemClock, mayForgottenReturn: async () => false }),
    ).rejects.toMatchObject({ code: 'not-restored' });
    expect(readFileSync(paths.journal, 'utf8')).toBe('no journal any more');
    await restoreJournal({ paths, file, clock: systemClock, mayForgottenReturn: async () => true });
    journal = await open();
    expect((await journal.verify()).problems).toEqual([]);
  });

  it('that is damaged, of another program or not there changes nothing', async ({ skip }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    await journal.append({ records: [sampleRecord({ content: 'needle in the page' })] });
    const file = backUp();
    const plain = plainCopy(file);
    for (const copy of [file, plain]) {
      const bytes = readFileSync(copy);
      if (copy === plain) bytes.write('noodle', bytes.indexOf('needle'));
      else bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
      writeFileSync(copy, bytes);
    }
    const before = await contents();
    for (const copy of [file, plain]) await expect(restore(copy)).rejects.toMatchObject({ code: 'backup-damaged' });
    await expect(restore(join(paths.home, 'none.db'))).rejects.toMatchObject({ code: 'not-found' });
    expect(await contents()).toEqual(before);
  });

  it.each([
    ['before-restore-swap', 2],
    ['after-restore-swap', 1],
  ])('leaves the old journal or the new one when it is cut off %s (F-02)', async (fault, records) => {
    await journal.append({ records: [sampleRecord()] });
    const file = backUp();
    await journal.append({ records: [sampleRecord()] });
    await journal.close();
    const { signal } = spawnSync(process.execPath, [fixture, paths.home, file], {
      env: { ...process.env, CARRYOVER_FAULT: fault },
    });
    expect(signal).toBe('SIGKILL');
    journal = await open();
    expect(await contents()).toHaveLength(records);
    expect((await journal.verify()).problems).toEqual([]);
    await restore(file);
    expect(await contents()).toHaveLength(1);
  });
});

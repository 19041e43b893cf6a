import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../platform/sqlite.ts';
import { sampleScan } from '../contract/act-samples.fixture.ts';
import { erasing, SESSION, SPACE, sampleRecord, sampleSession, TURN } from '../contract/samples.fixture.ts';
import { type Journal, openJournal } from '../journal.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = journalOptions(folder).path;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withJournal(work: (journal: Journal) => Promise<void>): Promise<void> {
  const journal = await openJournal(journalOptions(folder));
  try {
    await work(journal);
  } finally {
    await journal.close();
  }
}

function makeJournal(): Promise<void> {
  return withJournal(async (journal) => {
    const records = Array.from({ length: 40 }, () => sampleRecord({ content: 'some words '.repeat(50) }));
    await journal.append({ sessions: [sampleSession()], records });
  });
}

function fingerprint(): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

describe('opening the journal', () => {
  it('makes it private, with its WAL, and keeps what was written for the next opening (SRV-22)', async () => {
    const kept = sampleRecord({ content: 'kept' });
    await withJournal(async (journal) => {
      await journal.append({ sessions: [sampleSession()], records: [kept] });
      for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    });
    expect(existsSync(`${path}-wal`)).toBe(false);
    await withJournal(async (journal) => {
      expect(journal.readOnlyReason).toBeUndefined();
      expect(await journal.record(kept.id)).toMatchObject(kept);
    });
  });

  it('refuses a file that is no database, or only part of one, and leaves it untouched (F-07, F-08)', async () => {
    await makeJournal();
    const whole = readFileSync(path);
    const damages: readonly (() => void)[] = [
      () => writeFileSync(path, 'this is not a database\n'.repeat(500)),
      () => writeFileSync(path, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 0xff)])),
      () => truncateSync(path, Math.floor(whole.length / 2)),
      () => writeFileSync(path, whole.subarray(0, 50)),
    ];
    for (const damage of damages) {
      writeFileSync(path, whole);
      damage();
      const before = fingerprint();
      await expect(openJournal(journalOptions(folder))).rejects.toMatchObject({
        code: 'database-corrupt',
        hint: expect.stringContaining('backups'),
      });
      expect(fingerprint()).toBe(before);
    }
  });

  it("refuses another program's database and leaves it untouched", async () => {
    mkdirSync(dirname(path));
    const foreign = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    foreign.exec('CREATE TABLE records (recipe)');
    foreign.close();
    const before = fingerprint();
    await expect(openJournal(journalOptions(folder))).rejects.toMatchObject({ code: 'database-foreign' });
    expect(fingerprint()).toBe(before);
  });

  it('takes an empty file for a new journal', async () => {
    mkdirSync(dirname(path));
    writeFileSync(path, '');
    await withJournal(async (journal) => expect((await journal.counts()).records).toBe(0));
  });

  it('reads what a newer Carryover made and refuses to write to it (F-23)', async () => {
    await makeJournal();
    const newer = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    newer.pragma('user_version = 99');
    newer.close();
    const before = fingerprint();
    const journal = await openJournal(journalOptions(folder));
    const refusal = { code: 'schema-newer', hint: expect.stringContaining('upgrade'), retryable: false };
    expect(journal.readOnlyReason).toMatchObject(refusal);
    expect(await journal.recordsOfSession(SESSION)).toHaveLength(40);
    expect((await journal.verify()).problems).toEqual([]);
    const identity = { anchor: '/p/.git', root: '/p', kind: 'git', fingerprint: 'a' } as const;
    const writes = [
      journal.append({ records: [sampleRecord()] }),
      journal.closeTurn(TURN, 'stop', 0),
      journal.eraseRecords(erasing(0, sampleRecord().id)),
      journal.resolveSpace(identity, 0),
      journal.act(sampleScan()),
    ];
    for (const write of writes) await expect(write).rejects.toMatchObject(refusal);
    await journal.close();
    expect(fingerprint()).toBe(before);
    expect(existsSync(journalOptions(folder).backupFolder)).toBe(false);
  });

  it('for reading only: reads, refuses writes, and makes nothing where there is nothing', async () => {
    const options = { ...journalOptions(folder), readOnly: true };
    await expect(openJournal(options)).rejects.toMatchObject({ code: 'journal-missing' });
    expect(existsSync(path)).toBe(false);
    await makeJournal();
    const writing = await openJournal(journalOptions(folder));
    const reading = await openJournal(options);
    const record = sampleRecord({ workspace: SPACE });
    await writing.append({ records: [record] });
    expect(await reading.record(record.id)).toMatchObject({ id: record.id });
    await expect(reading.append({ records: [sampleRecord()] })).rejects.toMatchObject({ code: 'read-only' });
    await reading.close();
    await writing.close();
  });
});

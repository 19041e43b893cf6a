import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type LogFile, openLog } from '../platform/log.ts';
import { type HomePaths, homePaths } from '../platform/paths.ts';
import { openDaemonJournal } from './open-journal.ts';

let paths: HomePaths;
let log: LogFile;
beforeEach(() => {
  paths = homePaths(mkdtempSync(join(tmpdir(), 'carryover-open-')));
  mkdirSync(dirname(paths.journal), { recursive: true });
  log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
});
afterEach(() => {
  log.close();
  rmSync(paths.home, { recursive: true, force: true });
});

const aside = () => readdirSync(dirname(paths.journal)).filter((name) => name.includes('.damaged-'));

describe('a journal that is gone', () => {
  it('while its write-ahead log is not: the log is kept aside byte for byte, and said (F-07)', async () => {
    const words = Buffer.from('what was committed last');
    writeFileSync(`${paths.journal}-wal`, words);
    writeFileSync(`${paths.journal}-shm`, 'index of it');
    const journal = await openDaemonJournal({ paths, clock: systemClock, log, secret: 's', program: '' });
    expect((await journal.counts()).records).toBe(0);
    await journal.close();
    const kept = aside();
    expect(kept.map((name) => name.replace(/\d+/, 'T')).toSorted()).toEqual([
      'transcript.db.damaged-T',
      'transcript.db.damaged-T-shm',
      'transcript.db.damaged-T-wal',
    ]);
    const wal = kept.find((name) => name.endsWith('-wal')) ?? 'none';
    expect(readFileSync(join(dirname(paths.journal), wal)).equals(words)).toBe(true);
    expect(log.lastErrors()).toMatchObject([{ event: 'journal-damaged' }]);
  });

  it.each([false, true])('with nothing left of it is a new one, and no damage (an empty log: %s)', async (emptyLog) => {
    if (emptyLog) writeFileSync(`${paths.journal}-wal`, '');
    await (await openDaemonJournal({ paths, clock: systemClock, log, secret: 's', program: '' })).close();
    expect(aside()).toEqual([]);
    expect(log.errorCount()).toBe(0);
  });
});

/**
 * Opens the journal for the daemon. A damaged file is kept aside, never overwritten and never a reason to stop
 * capturing: a fresh journal takes its place, `status` says so until a person has looked (F-07, F-08).
 */
import { existsSync, renameSync } from 'node:fs';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/sqlite/sqlite-journal.ts';
import { CarryoverError } from '../memory/error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';

export async function openDaemonJournal(paths: HomePaths, clock: Clock, log: Log): Promise<Journal> {
  const options = { path: paths.journal, backupFolder: paths.backups, clock, exists: existsSync };
  try {
    return await openJournal(options);
  } catch (error) {
    if (!(error instanceof CarryoverError) || error.code !== 'database-corrupt') throw error;
    log.error('journal-damaged', { keptAt: setAside(paths.journal, clock.now()), message: error.message });
    return openJournal(options);
  }
}

function setAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

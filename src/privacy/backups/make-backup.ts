/** Makes a copy of the journal and thins the others. Takes as long as the journal is large: for a process of its own. */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { copyDatabase } from '../../platform/sqlite-copy.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { type Backup, listBackups, thinBackups } from './backup-files.ts';

export interface BackupTask {
  readonly journal: string;
  readonly folder: string;
  readonly megabytes: number;
  readonly now: number;
  /** Before text is emptied: then it is protected. */
  readonly isBeforeSweep?: boolean;
}

/** A copy must not take the room that what is said now needs. */
const ROOM = 2;

export function makeBackup({ journal, folder, megabytes, now, isBeforeSweep = false }: BackupTask): Backup {
  if (!existsSync(journal))
    throw new CarryoverError(`there is no journal at ${journal}`, { code: 'journal-missing', subject: journal });
  requireRoom(journal);
  try {
    const database = openSqlite({ path: journal, access: 'read', synchronous: 'FULL' });
    try {
      const name = `${basename(journal, '.db')}${isBeforeSweep ? '-sweep' : ''}`;
      const path = copyDatabase(database, { folder, name, now });
      thinBackups(folder, megabytes, now);
      return backupAt(path, now);
    } finally {
      database.close();
    }
  } catch (cause) {
    throw sqliteError(cause, journal);
  }
}

function backupAt(path: string, now: number): Backup {
  const made = listBackups(dirname(path)).find((backup) => backup.path === path);
  return made ?? { path, name: basename(path), kind: 'copy', takenAt: now, bytes: 0 };
}

function requireRoom(journal: string): void {
  const { bavail, bsize } = statfsSync(dirname(journal));
  if (bavail * bsize > statSync(journal).size * ROOM) return;
  throw new CarryoverError('there is too little room on the disk for a copy of the journal', {
    code: 'disk-full',
    subject: journal,
    hint: 'free some disk space; the copies there are stay',
    retryable: true,
  });
}

/**
 * Turns what SQLite and the file system throw into the one error shape, so that every caller can tell "try again"
 * from "make room" from "restore a backup". Messages name the file and never what was being stored.
 */
import { CarryoverError, messageOf } from '../memory/error.ts';

interface Translation {
  readonly code: string;
  readonly says: string;
  readonly hint: string;
  readonly retryable: boolean;
}

const DISK_FULL: Translation = {
  code: 'disk-full',
  says: 'no space left to write',
  hint: 'free some disk space; nothing that was acknowledged is lost',
  retryable: true,
};
const READ_ONLY: Translation = {
  code: 'read-only',
  says: 'may not be written',
  hint: 'make the file and its folder writable for the user that runs Carryover',
  retryable: false,
};
const CANNOT_OPEN: Translation = {
  code: 'cannot-open',
  says: 'cannot be opened',
  hint: 'check that it exists and that this user may read and write its folder',
  retryable: false,
};
const BUSY: Translation = {
  code: 'database-busy',
  says: 'is locked by another process',
  hint: 'close other programs that have this database open, then try again',
  retryable: true,
};
const CORRUPT: Translation = {
  code: 'database-corrupt',
  says: 'is damaged or is not a database',
  hint: 'keep the file, run `carryover verify` to see what is damaged, and restore the newest copy from the backups folder',
  retryable: false,
};
const IO: Translation = {
  code: 'io-error',
  says: 'could not be read or written by the system',
  hint: 'check the disk (system log, cables, quota), then start Carryover again',
  retryable: false,
};
const OTHER: Translation = {
  code: 'database-error',
  says: 'refused the operation',
  hint: 'run `carryover doctor`',
  retryable: false,
};

/** By SQLite's primary result code (extended codes begin with it) or by the system's errno name. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  SQLITE_FULL: DISK_FULL,
  SQLITE_READONLY: READ_ONLY,
  SQLITE_PERM: READ_ONLY,
  SQLITE_CANTOPEN: CANNOT_OPEN,
  SQLITE_AUTH: READ_ONLY,
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_PROTOCOL: BUSY,
  SQLITE_CORRUPT: CORRUPT,
  SQLITE_NOTADB: CORRUPT,
  SQLITE_IOERR: IO,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EROFS: READ_ONLY,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EIO: IO,
};

/** SQLite's result code or the system's errno name of anything thrown; empty when it has none. */
export function resultCodeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

export function sqliteError(thrown: unknown, path: string): CarryoverError {
  if (thrown instanceof CarryoverError) return thrown;
  const code = resultCodeOf(thrown);
  const primary = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  const { says, ...details } = TRANSLATIONS[primary] ?? OTHER;
  return new CarryoverError(`${path} ${says}: ${messageOf(thrown)}`, { ...details, subject: path, cause: thrown });
}

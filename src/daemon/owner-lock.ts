/**
 * One owner per home. The lock is SQLite's exclusive lock on a tiny database file: the kernel drops it the moment its
 * process dies, however it dies, so there is no stale lock to judge by pid or age (F-09).
 */

import { dirname } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { makePrivateFolder } from '../platform/atomic-file.ts';
import { openPlainDatabase } from '../platform/sqlite.ts';

export interface Lock {
  release(): void;
}

/** Undefined when another process holds it. */
export function tryLock(path: string): Lock | undefined {
  makePrivateFolder(dirname(path));
  const database = openPlainDatabase(path);
  try {
    // Never committed: the lock lives as long as the transaction. `locking_mode` would keep the loser's shared lock too,
    // and then of two that start at the same moment neither gets it.
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (cause) {
    database.close();
    if (isBusy(cause)) return undefined;
    throw new CarryoverError(`cannot lock ${path}`, {
      code: 'lock-failed',
      subject: path,
      hint: 'the home must be on a local disk that this user can write to',
      cause,
    });
  }
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY');
}

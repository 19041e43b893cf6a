import { CarryoverError } from '../memory/error.ts';
import type { SqliteDatabase } from './sqlite.ts';

/**
 * Moves the whole write-ahead log into the file and cuts it to nothing, so that what was deleted is on disk no more. Throws
 * when somebody else still reads an older state.
 */
export function emptyLog(database: SqliteDatabase): void {
  const [log] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
  if (log?.busy === 0) return;
  throw new CarryoverError('the log of a database is being read and could not be emptied', {
    code: 'database-busy',
    hint: 'it is tried again by itself',
    retryable: true,
  });
}

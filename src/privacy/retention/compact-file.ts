/**
 * Writes a database anew, row by row: pages keep pieces of rows that were moved within them, which no deletion reaches. For a
 * process of its own, which may be ended at any moment. Others read on meanwhile; what they write waits, about a second for
 * every hundred megabytes.
 */
import { openSqlite } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';

export function compactFile(path: string): void {
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  try {
    database.exec('VACUUM');
  } catch (cause) {
    throw sqliteError(cause, path);
  } finally {
    database.close();
  }
}

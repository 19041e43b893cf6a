/** What opening the journal's file takes: a writer on the current schema, or the reason why there is none. */
import { CarryoverError } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { openSqlite, type SqliteHeader } from '../../platform/sqlite.ts';
import { migrate } from '../../platform/sqlite-migrations.ts';
import { SqliteWriter } from '../../platform/sqlite-writer.ts';
import { JOURNAL_SCHEMA } from './schema.ts';

export interface JournalOptions {
  readonly path: string;
  /** Where a copy goes before a migration. */
  readonly backupFolder: string;
  readonly clock: Clock;
  /** Whether there is anything at a path: tells a moved folder from a copied one. */
  readonly exists: (path: string) => boolean;
  readonly readOnly?: boolean;
  /** Of the home: digests of who said what are made with it. */
  readonly secret?: string;
}

/** Appending touches few pages; what is read goes through the other connection. */
const WRITER_CACHE_MEGABYTES = 4;

export function openWriter(path: string, backupFolder: string, clock: Clock): SqliteWriter {
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL', cacheMegabytes: WRITER_CACHE_MEGABYTES });
  try {
    migrate(database, JOURNAL_SCHEMA, { path, backupFolder, now: clock.now() });
  } catch (cause) {
    database.close();
    throw cause;
  }
  return new SqliteWriter(database, path, clock);
}

/** Why a journal that was asked for reading takes no writes. Throws when there is nothing this version can read. */
export function readOnlyRefusal(header: SqliteHeader, path: string): CarryoverError {
  if (header.empty || header.version < JOURNAL_SCHEMA.migrations.length) {
    throw new CarryoverError(header.empty ? `there is no journal at ${path}` : `${path} has an older schema`, {
      code: header.empty ? 'journal-missing' : 'schema-older',
      subject: path,
      hint: 'start Carryover once (`carryover up`): it makes the journal and keeps it current',
    });
  }
  return new CarryoverError(`${path} was opened for reading`, { code: 'read-only', subject: path });
}

/**
 * Brings a database to the schema this version knows. Migrations are append-only and numbered by their place in the
 * list; all that are missing run in one transaction with the version number, so a kill leaves the old schema or the
 * new one. What rewrites many rows does so in steps before that. Before an existing database is changed, a copy of it is put into the backups folder.
 */
import { basename } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { type SqliteDatabase, type SqliteHeader, schemaVersion } from './sqlite.ts';
import { copyDatabase } from './sqlite-copy.ts';
import { sqliteError } from './sqlite-error.ts';

export interface Migration {
  /** As in its file's name: `0001-journal`. */
  readonly name: string;
  apply(database: SqliteDatabase): void;
  /**
   * A part of what would take long in one transaction, in one of its own, before `apply`; false when nothing is left of it.
   * The schema before it must stay whole meanwhile: a kill leaves it, and the next start goes on.
   */
  step?(database: SqliteDatabase): boolean;
  /** Whether a step was made before: then there is a copy of the file from before it. */
  isBegun?(database: SqliteDatabase): boolean;
}

export interface Schema {
  /** Written into the file's header, so that another program's database is never taken for ours. */
  readonly applicationId: number;
  readonly migrations: readonly Migration[];
}

export interface MigrationPlace {
  readonly path: string;
  readonly backupFolder: string;
  readonly now: number;
}

/** Throws for a file of another program; returns why it may not be written when a newer Carryover made it. */
export function checkSchema(header: SqliteHeader, schema: Schema, path: string): CarryoverError | undefined {
  if (header.empty) return undefined;
  if (header.applicationId !== schema.applicationId) {
    throw new CarryoverError(`${path} is a database of another program`, {
      code: 'database-foreign',
      subject: path,
      hint: 'move that file away, or set CARRYOVER_HOME to another folder',
    });
  }
  if (header.version <= schema.migrations.length) return undefined;
  return new CarryoverError(
    `${path} was made by a newer Carryover (schema ${header.version}, this one knows ${schema.migrations.length}): it is read, not written`,
    { code: 'schema-newer', subject: path, hint: 'upgrade Carryover to the version that last used this home' },
  );
}

export function migrate(database: SqliteDatabase, schema: Schema, place: MigrationPlace): void {
  try {
    const from = schemaVersion(database);
    if (from >= schema.migrations.length) return;
    const missing = schema.migrations.slice(from);
    if (from > 0 && !missing.some((migration) => migration.isBegun?.(database) === true)) {
      const name = `${basename(place.path, '.db')}-schema-${from}`;
      copyDatabase(database, { folder: place.backupFolder, name, now: place.now });
    }
    for (const [index, { step }] of missing.entries()) {
      if (from === 0 || step === undefined) continue;
      const before = { ...schema, migrations: schema.migrations.slice(0, from + index) };
      database.transaction(() => applyMissing(database, before)).immediate();
      while (database.transaction(() => step(database)).immediate());
    }
    database.transaction(() => applyMissing(database, schema)).immediate();
    // What later migrations took away again of a new file.
    if (from === 0) database.exec('PRAGMA incremental_vacuum');
  } catch (cause) {
    throw sqliteError(cause, place.path);
  }
}

function applyMissing(database: SqliteDatabase, schema: Schema): void {
  // Read again under the lock: another process may have been quicker.
  const from = schemaVersion(database);
  if (from >= schema.migrations.length) return;
  for (const migration of schema.migrations.slice(from)) migration.apply(database);
  database.pragma(`application_id = ${schema.applicationId}`);
  database.pragma(`user_version = ${schema.migrations.length}`);
}

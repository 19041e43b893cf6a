/**
 * Opens SQLite files; the only importer of the driver.
 *
 * Guarantees: the driver is never loaded where it would crash without a word, the SQLite inside it is free of the
 * WAL-reset bug, files and their WAL are private, and every durability setting is set, never inherited. Where this process
 * has keys, files it makes are encrypted; a plain file opens without one, and a missing or wrong key is never called damage.
 * Limits: needs a local disk (WAL does not work over a network file system).
 */
import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3-multiple-ciphers';
import { CarryoverError } from '../memory/error.ts';
import { makePrivateFolder, PRIVATE_FILE, refusalOf } from './atomic-file.ts';
import {
  giveKey,
  isPlainDatabase,
  isUnderOtherKey,
  type KeyChoice,
  keyClause,
  keyError,
  keysFor,
} from './sqlite-cipher.ts';
import { resultCodeOf, sqliteError } from './sqlite-error.ts';

export type SqliteDatabase = Database;

export interface SqliteOptions {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** FULL for what cannot be recomputed; NORMAL may lose the last commits in a power cut. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly cacheMegabytes?: number;
}

/** What a file says about itself, read without changing it. */
export interface SqliteHeader {
  readonly empty: boolean;
  readonly applicationId: number;
  readonly version: number;
}

/** Below it the driver's binary dies with a segmentation fault instead of an error. */
const NODE_API_FLOOR = 10;
/** Earlier versions can damage a database when a write meets a checkpoint. */
const SQLITE_FLOOR = '3.51.3';
/** How long one call waits, blocking, for another process's lock. */
const BUSY_TIMEOUT_MS = 5_000;
/** Two that want a lock at the same moment both see it busy; the one that asks once more gets it. */
const LOCK_TIMEOUT_MS = 200;
/** Two connections per file must leave a daemon small. */
const CACHE_MEGABYTES = 8;
const CACHE_MEGABYTES_LIMIT = 16;
/** What a burst may leave of the WAL on disk. */
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;
const SIDE_FILES = ['', '-wal', '-shm'];
/** A transaction from before the file had a write-ahead log was cut off. */
const HALF_DONE = 'SQLITE_READONLY_ROLLBACK';
const NO_KEY: KeyChoice = { keys: [undefined], isSure: true };
/** What SQLite says of a page it cannot decrypt, and of a file that is none of its own. */
const WRONG_KEY = 'SQLITE_NOTADB';

export function openSqlite(options: SqliteOptions): SqliteDatabase {
  const { path } = options;
  try {
    if (options.access === 'write') makePrivate(path);
    const [database] = connect(path, keysFor(path), {
      readonly: options.access === 'read',
      fileMustExist: options.access === 'read',
      timeout: BUSY_TIMEOUT_MS,
    });
    try {
      configure(database, options);
    } catch (cause) {
      database.close();
      throw cause;
    }
    return database;
  } catch (cause) {
    throw openFailure(cause, path);
  }
}

/**
 * A private file with SQLite's own defaults and next to no waiting: not to keep anything in, but to lock. A new one gets no
 * key: whoever locks has none yet.
 */
export function openPlainDatabase(path: string): SqliteDatabase {
  try {
    makePrivate(path);
    const choice = statSync(path).size === 0 ? NO_KEY : keysFor(path);
    return connect(path, choice, { timeout: LOCK_TIMEOUT_MS })[0];
  } catch (cause) {
    throw openFailure(cause, path);
  }
}

/** The key this file is encrypted under; undefined for a plain one. Throws when none of this process's keys opens it. */
export function databaseKeyOf(path: string): string | undefined {
  try {
    const [database, key] = connect(path, keysFor(path), { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    database.close();
    return key;
  } catch (cause) {
    throw openFailure(cause, path);
  }
}

/**
 * Copies a database, whatever its key, into a new file under this key, or a plain one: a consistent, compact copy, of which
 * nothing plain touches the disk when it is encrypted. Its write-ahead log is read with it.
 */
export function copySqlite(from: string, to: string, key: string | undefined): void {
  const scratch = `${to}.scratch`;
  try {
    const sourceKey = databaseKeyOf(from);
    for (const file of [scratch, to]) makeEmpty(file);
    const database = new (loadDriver())(key === undefined ? ':memory:' : scratch, { timeout: BUSY_TIMEOUT_MS });
    try {
      giveKey(database, key);
      database.pragma('temp_store = MEMORY');
      // The copy gets the key of the connection's own file, once that is written.
      database.exec('CREATE TABLE scratch (a)');
      database.exec(`ATTACH '${from.replaceAll("'", "''")}' AS source KEY ${keyClause(sourceKey)}`);
      database.prepare('VACUUM source INTO ?').run(to);
    } finally {
      database.close();
      rmSync(scratch, { force: true });
    }
  } catch (cause) {
    throw openFailure(cause, from);
  }
}

function makeEmpty(path: string): void {
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', PRIVATE_FILE));
}

function connect(
  path: string,
  { keys, isSure }: KeyChoice,
  options: Database.Options,
): readonly [SqliteDatabase, string | undefined] {
  const key = isSure || keys.length === 1 ? keys[0] : fittingKey(path, keys);
  const database = new (loadDriver())(path, options);
  try {
    if (key !== undefined) giveKey(database, key);
    // Only a read shows whether the key fits.
    if (!isSure) database.pragma('schema_version');
    return [database, key];
  } catch (cause) {
    database.close();
    throw resultCodeOf(cause) === WRONG_KEY && isUnderOtherKey(path) ? keyError(path) : cause;
  }
}

/**
 * Tried by connections that cannot write: with a wrong key, one that can might make a half-done transaction worse. Where such
 * a one is in the way nobody has the file open, and looking into it drops nobody's locks.
 */
function fittingKey(path: string, keys: KeyChoice['keys']): string | undefined {
  const Driver = loadDriver();
  for (const key of keys) {
    const probe = new Driver(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      if (key !== undefined) giveKey(probe, key);
      probe.pragma('schema_version');
      return key;
    } catch (cause) {
      const code = resultCodeOf(cause);
      if (code === HALF_DONE) return isPlainDatabase(path) ? undefined : keys[0];
      if (code !== WRONG_KEY) throw cause;
    } finally {
      probe.close();
    }
  }
  return keys[0];
}

/**
 * Reads the header and the schema, so that a damaged or foreign file is refused before anything writes to it. Only what a
 * kill left half done, in the moment the file was made, is undone first: nobody can read it before.
 */
export function readSqliteHeader(path: string): SqliteHeader {
  if (!existsSync(path) || statSync(path).size === 0) return { empty: true, applicationId: 0, version: 0 };
  try {
    return headerOf(path);
  } catch (thrown) {
    if (!(thrown instanceof CarryoverError) || resultCodeOf(thrown.cause) !== HALF_DONE) throw thrown;
    undoHalfDone(path);
    return headerOf(path);
  }
}

function undoHalfDone(path: string): void {
  const database = openPlainDatabase(path);
  try {
    // The first read by somebody who may write does it.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (cause) {
    throw sqliteError(cause, path);
  } finally {
    database.close();
  }
}

function headerOf(path: string): SqliteHeader {
  const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  try {
    return {
      empty: database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0,
      applicationId: Number(database.pragma('application_id', { simple: true })),
      version: schemaVersion(database),
    };
  } catch (cause) {
    throw sqliteError(cause, path);
  } finally {
    database.close();
  }
}

export function schemaVersion(database: SqliteDatabase): number {
  return Number(database.pragma('user_version', { simple: true }));
}

export function assertNodeApi(version: string | undefined): void {
  if (Number(version) >= NODE_API_FLOOR) return;
  throw new CarryoverError(`this Node.js (${process.version}) is too old for the SQLite driver`, {
    code: 'node-too-old',
    hint: 'install Node.js 22.14 or newer, then run the same command again',
  });
}

export function assertSqliteVersion(version: string): void {
  const order = version.localeCompare(SQLITE_FLOOR, 'en', { numeric: true });
  if (order >= 0) return;
  throw new CarryoverError(`the SQLite driver holds SQLite ${version}; ${SQLITE_FLOOR} or newer is needed`, {
    code: 'sqlite-too-old',
    hint: 'run `npm install` in the folder of Carryover to get the driver it was made for',
  });
}

/** Required, not imported: an import would load it before the check. */
function loadDriver(): typeof Database {
  assertNodeApi(process.versions.napi);
  return createRequire(import.meta.url)('better-sqlite3-multiple-ciphers');
}

function openFailure(thrown: unknown, path: string): CarryoverError {
  // A folder that cannot be made is told with its cause, which says more.
  const cause = thrown instanceof CarryoverError ? (thrown.cause ?? thrown) : thrown;
  const unclear = ['SQLITE_CANTOPEN', 'ENOENT'].includes(resultCodeOf(cause));
  return sqliteError((unclear ? refusalOf(path) : undefined) ?? cause, path);
}

/** SQLite gives the WAL and its index the mode of the main file, so the main file must be private before them. */
function makePrivate(path: string): void {
  makePrivateFolder(dirname(path));
  // Only a new one is opened: to close a file that another connection of this process has open drops its locks (POSIX).
  if (existsSync(path)) accessSync(path, constants.W_OK);
  else closeSync(openSync(path, 'a', PRIVATE_FILE));
  for (const suffix of SIDE_FILES) {
    const file = path + suffix;
    if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, PRIVATE_FILE);
  }
}

function configure(database: SqliteDatabase, options: SqliteOptions): void {
  assertSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
  const cacheMegabytes = Math.min(options.cacheMegabytes ?? CACHE_MEGABYTES, CACHE_MEGABYTES_LIMIT);
  database.pragma(`cache_size = ${-1024 * cacheMegabytes}`);
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  database.pragma('mmap_size = 0');
  // Sorting must not spill people's text into a temp file.
  database.pragma('temp_store = MEMORY');
  if (options.access === 'read') return;
  // Only a new file takes it, and only before anything is written to it: what is deleted can be given back to the disk.
  database.pragma('auto_vacuum = INCREMENTAL');
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') {
    throw new CarryoverError(`${options.path} cannot use a write-ahead log here (got ${String(mode)})`, {
      code: 'wal-unavailable',
      subject: options.path,
      hint: 'move the home to a local disk (CARRYOVER_HOME); network file systems do not work',
    });
  }
  database.pragma(`synchronous = ${options.synchronous}`);
  database.pragma('foreign_keys = ON');
  database.pragma('secure_delete = ON');
  database.pragma('wal_autocheckpoint = 1000');
  database.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
}

/**
 * One database file under another key, or under none: copied beside itself, compared row by row, flushed, and put in its
 * place by a rename. Whoever looks at any moment, also after a kill, finds the old file or the new one under its name, whole.
 * What was replaced is overwritten before it is removed. Limit: a disk that writes elsewhere (SSD, snapshots,
 * copy-on-write) may keep the old bytes all the same.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { syncFolder } from '../../platform/atomic-file.ts';
import { databaseKeys, setDatabaseKeys } from '../../platform/database-keys.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import { copySqlite, openPlainDatabase, openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';

const COPY = '.converting';
const REPLACED = '.replaced';
const WIPE_BYTES = 1024 * 1024;
/** Only a file in use keeps its log when it is told to do without. */
const WITHOUT_LOG = 'delete';

/** The keys of this process must open the file. */
export function convertFile(path: string, key: string | undefined): void {
  const copy = path + COPY;
  try {
    foldLog(path);
    copySqlite(path, copy, key);
    compare(path, copy, key);
    flush(copy);
    faultPoint('conversion-copied');
    linkSync(path, path + REPLACED);
    faultPoint('conversion-linked');
    renameSync(copy, path);
    syncFolder(dirname(path));
    faultPoint('conversion-swapped');
    wipe(path + REPLACED);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Takes away what a kill left of an earlier try at this file. */
export function clearLeftovers(path: string): void {
  for (const suffix of [COPY, `${COPY}.scratch`])
    for (const file of [path + suffix, `${path}${suffix}-journal`]) rmSync(file, { force: true });
  const replaced = path + REPLACED;
  if (!existsSync(replaced)) return;
  // A second name of the file that is in use: only the name goes.
  if (existsSync(path) && statSync(path).ino === statSync(replaced).ino) rmSync(replaced);
  else wipe(replaced);
}

/** Overwrites a file and removes it. */
export function wipe(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const zeros = Buffer.alloc(WIPE_BYTES);
    const { size } = statSync(path);
    for (let at = 0; at < size; ) at += writeSync(file, zeros, 0, Math.min(WIPE_BYTES, size - at), at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  rmSync(path);
}

/** A log that outlived the swap would be read into the new file, so there must be none before it. */
function foldLog(path: string): void {
  const database = openPlainDatabase(path);
  try {
    if (database.pragma(`journal_mode = ${WITHOUT_LOG}`, { simple: true }) === WITHOUT_LOG) return;
    throw new CarryoverError(`${path} is in use`, {
      code: 'database-busy',
      subject: path,
      hint: 'stop Carryover and close other programs that have this file open, then run the same command again',
      retryable: true,
    });
  } catch (cause) {
    throw sqliteError(cause, path);
  } finally {
    database.close();
  }
}

function compare(path: string, copy: string, key: string | undefined): void {
  const was = fingerprintOf(path);
  const held = databaseKeys();
  // Whoever reads it later has this key and no other.
  setDatabaseKeys(key === undefined ? [] : [key]);
  try {
    if (fingerprintOf(copy) === was) return;
  } finally {
    setDatabaseKeys(held);
  }
  throw new CarryoverError(`the copy of ${path} is not what it was made from`, {
    code: 'copy-differs',
    subject: path,
    hint: 'nothing was replaced; check the disk, then run the same command again',
  });
}

/** Of the schema, of what the file says about itself, and of every row; a damaged page makes it throw. */
function fingerprintOf(path: string): string {
  const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  try {
    const hash = createHash('sha256');
    for (const name of ['application_id', 'user_version']) hash.update(`${database.pragma(name, { simple: true })};`);
    for (const { name, sql } of tablesOf(database)) {
      addTo(hash, [name, sql]);
      for (const row of database
        .prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`)
        .raw()
        .iterate())
        addTo(hash, row);
    }
    if (database.pragma('integrity_check', { simple: true }) === 'ok') return hash.digest('hex');
    throw Object.assign(new Error('the integrity check fails'), { code: 'SQLITE_CORRUPT' });
  } catch (cause) {
    throw sqliteError(cause, path);
  } finally {
    database.close();
  }
}

/** Each value with its kind and length, so that no two rows look the same. */
function addTo(hash: Hash, row: readonly unknown[]): void {
  for (const value of row) {
    const content = Buffer.isBuffer(value) ? value : String(value);
    hash.update(`${value === null ? 'null' : typeof value} ${content.length}:`).update(content);
  }
}

/** Virtual tables have no pages of their own: what they hold is in others of this list. */
function tablesOf(database: SqliteDatabase): readonly { readonly name: string; readonly sql: string | null }[] {
  const statement = database.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name",
  );
  return statement.all() as { name: string; sql: string | null }[];
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

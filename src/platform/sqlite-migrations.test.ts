import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expandFile } from './compressed-copy.ts';
import { openSqlite, readSqliteHeader, type SqliteDatabase } from './sqlite.ts';
import { checkSchema, type Migration, migrate, type Schema } from './sqlite-migrations.ts';

let folder = '';
let path = '';
let backupFolder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-migrations-'));
  path = join(folder, 'test.db');
  backupFolder = join(folder, 'backups');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const first: Migration = { name: '0001-first', apply: (database) => void database.exec('CREATE TABLE first (a)') };
const second: Migration = { name: '0002-second', apply: (database) => void database.exec('CREATE TABLE second (a)') };
const failing: Migration = {
  name: '0002-failing',
  apply: (database) => void database.exec('CREATE TABLE half (a); CREATE TABLE first (a)'),
};

function schemaOf(...migrations: readonly Migration[]): Schema {
  return { applicationId: 7, migrations };
}

function on<Result>(work: (database: SqliteDatabase) => Result): Result {
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function migrateTo(...migrations: readonly Migration[]): void {
  on((database) => migrate(database, schemaOf(...migrations), { path, backupFolder, now: 1_763_000_000_000 }));
}

function tables(file = path): unknown {
  const database = openSqlite({ path: file, access: 'read', synchronous: 'FULL' });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
  database.close();
  return names;
}

describe('migrations', () => {
  it('a new file gets all of them and no backup', () => {
    migrateTo(first, second);
    expect(tables()).toEqual(['first', 'second']);
    expect(readSqliteHeader(path)).toEqual({ empty: false, applicationId: 7, version: 2 });
    expect(existsSync(backupFolder)).toBe(false);
  });

  it('an existing file is copied first, privately, then gets only what is missing (F-23)', () => {
    migrateTo(first);
    on((database) => database.exec("INSERT INTO first VALUES ('kept')"));
    migrateTo(first, second);
    migrateTo(first, second);
    expect(tables()).toEqual(['first', 'second']);
    const [name = '', ...others] = readdirSync(backupFolder);
    expect([name.replace(/\.gz$/, ''), others]).toEqual(['test-schema-1-2025-11-13T02-13-20-000Z.db', []]);
    const backup = join(backupFolder, 'test-schema-1-2025-11-13T02-13-20-000Z.db');
    if (name.endsWith('.gz')) expandFile(join(backupFolder, name), backup);
    expect(tables(backup)).toEqual(['first']);
    expect(statSync(join(backupFolder, name)).mode & 0o777).toBe(0o600);
    const copy = openSqlite({ path: backup, access: 'read', synchronous: 'FULL' });
    expect(copy.prepare('SELECT a FROM first').pluck().all()).toEqual(['kept']);
    copy.close();
  });

  it('one that fails leaves the file as it was', () => {
    migrateTo(first);
    expect(() => migrateTo(first, failing)).toThrow(expect.objectContaining({ code: 'database-error' }));
    expect(tables()).toEqual(['first']);
    expect(readSqliteHeader(path).version).toBe(1);
    migrateTo(first, second);
    expect(readSqliteHeader(path).version).toBe(2);
  });

  it('a kill in the middle leaves the old schema, and the next start finishes it (F-02, F-23)', () => {
    migrateTo(first);
    const fixture = fileURLToPath(new URL('./killed-migration.fixture.ts', import.meta.url));
    const child = spawnSync(process.execPath, [fixture, path, backupFolder]);
    expect(child.signal).toBe('SIGKILL');
    expect(tables()).toEqual(['first']);
    expect(on((database) => database.prepare('SELECT count(*) FROM first').pluck().get())).toBe(0);
    expect(readdirSync(backupFolder)).toHaveLength(1);
    migrateTo(first, second);
    expect(tables()).toEqual(['first', 'second']);
  });

  it('a newer schema is reason not to write, a foreign file is refused', () => {
    migrateTo(first, second);
    const header = readSqliteHeader(path);
    expect(checkSchema(header, schemaOf(first, second), path)).toBeUndefined();
    expect(checkSchema(header, schemaOf(first), path)).toMatchObject({
      code: 'schema-newer',
      hint: expect.stringContaining('upgrade'),
    });
    expect(() => checkSchema(header, { applicationId: 8, migrations: [] }, path)).toThrow(
      expect.objectContaining({ code: 'database-foreign' }),
    );
    expect(checkSchema({ empty: true, applicationId: 0, version: 0 }, schemaOf(first), path)).toBeUndefined();
  });
});

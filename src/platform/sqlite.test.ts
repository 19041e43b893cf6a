import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertNodeApi, assertSqliteVersion, openPlainDatabase, openSqlite, readSqliteHeader } from './sqlite.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-sqlite-'));
  path = join(folder, 'inner', 'test.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

describe('the driver is checked before it is trusted', () => {
  it('a Node.js whose N-API the driver would crash on is refused with what to install', () => {
    for (const version of ['9', '8', undefined]) {
      expect(() => assertNodeApi(version)).toThrow(
        expect.objectContaining({ code: 'node-too-old', hint: expect.stringContaining('22.14') }),
      );
    }
    expect(() => assertNodeApi('10')).not.toThrow();
    expect(() => assertNodeApi(process.versions.napi)).not.toThrow();
  });

  it('a SQLite with the WAL-reset bug is refused', () => {
    for (const version of ['3.51.2', '3.40.1', '3.9.0']) {
      expect(() => assertSqliteVersion(version)).toThrow(expect.objectContaining({ code: 'sqlite-too-old' }));
    }
    for (const version of ['3.51.3', '3.53.4', '3.100.0', '4.0.0'])
      expect(() => assertSqliteVersion(version)).not.toThrow();
  });
});

describe('an opened file', () => {
  it('has every setting set, not inherited', () => {
    const database = openSqlite({ path, access: 'write', synchronous: 'FULL', cacheMegabytes: 64 });
    const setting = (name: string) => database.pragma(name, { simple: true });
    const settings = {
      journal_mode: 'wal',
      synchronous: 2,
      busy_timeout: 5_000,
      foreign_keys: 1,
      secure_delete: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      mmap_size: 0,
      wal_autocheckpoint: 1_000,
      journal_size_limit: 64 * 1024 * 1024,
      cache_size: -16 * 1024,
      temp_store: 2,
    };
    expect(Object.fromEntries(Object.keys(settings).map((name) => [name, setting(name) ?? 0]))).toEqual(settings);
    database.close();
    const rebuildable = openSqlite({ path, access: 'write', synchronous: 'NORMAL' });
    expect(rebuildable.pragma('synchronous', { simple: true })).toBe(1);
    rebuildable.close();
  });

  it('is private, with its WAL, also when it was not before (SRV-22)', () => {
    for (const round of ['new', 'loosened']) {
      const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
      database.exec(`CREATE TABLE "${round}" (a)`);
      expect(['', '-wal', '-shm'].map((suffix) => modeOf(path + suffix))).toEqual([0o600, 0o600, 0o600]);
      database.close();
      chmodSync(path, 0o666);
    }
    expect(modeOf(join(folder, 'inner'))).toBe(0o700);
  });

  it('opened for reading takes no writes and is not made when it is missing', () => {
    expect(() => openSqlite({ path, access: 'read', synchronous: 'FULL' })).toThrow();
    expect(existsSync(path)).toBe(false);
    openSqlite({ path, access: 'write', synchronous: 'FULL' }).exec('CREATE TABLE a (b)').close();
    const reader = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    expect(() => reader.exec('INSERT INTO a VALUES (1)')).toThrow(/readonly/);
    reader.close();
  });

  it('that a kill left half made can be opened again, as it was before (F-01)', () => {
    const maker = openPlainDatabase(path);
    maker.exec('CREATE TABLE a (b)');
    maker.pragma('cache_size = 1');
    maker.exec('BEGIN');
    for (let row = 0; row < 100; row += 1) maker.exec('INSERT INTO a VALUES (randomblob(2000))');
    const killed = join(folder, 'killed.db');
    for (const suffix of ['', '-journal']) copyFileSync(path + suffix, killed + suffix);
    maker.close();
    expect(readSqliteHeader(killed)).toMatchObject({ empty: false });
    const database = openSqlite({ path: killed, access: 'write', synchronous: 'FULL' });
    expect(database.prepare('SELECT count(*) FROM a').pluck().get()).toBe(0);
    database.close();
  });

  it('that is damaged is named as such and left as it is', () => {
    openSqlite({ path, access: 'write', synchronous: 'FULL' }).exec('CREATE TABLE a (b)').close();
    const bytes = readFileSync(path);
    for (const damaged of [
      Buffer.from('not a database at all, '.repeat(100)),
      Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100)]),
    ]) {
      writeFileSync(path, damaged);
      expect(() => readSqliteHeader(path)).toThrow(expect.objectContaining({ code: 'database-corrupt' }));
      expect(readFileSync(path).equals(damaged)).toBe(true);
    }
  });
});

describe('a plain database', () => {
  it('serves as a lock: private, held by one, refused at once to another', () => {
    const holder = openPlainDatabase(path);
    holder.exec('BEGIN EXCLUSIVE');
    const other = openPlainDatabase(path);
    expect(() => other.exec('BEGIN EXCLUSIVE')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    holder.close();
    other.exec('BEGIN EXCLUSIVE');
    other.close();
    expect(modeOf(path)).toBe(0o600);
  });
});

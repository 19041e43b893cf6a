import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKeys, setDatabaseKeys } from './database-keys.ts';
import { copySqlite, openPlainDatabase, openSqlite, readSqliteHeader } from './sqlite.ts';
import { isPlainDatabase } from './sqlite-cipher.ts';

const [FIRST, SECOND] = ['1a'.repeat(32), '2b'.repeat(32)] as const;
const SAID = 'what was said here';
const held = databaseKeys();
let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-cipher-'));
  path = join(folder, 'test.db');
});
afterEach(() => {
  setDatabaseKeys(held);
  rmSync(folder, { recursive: true, force: true });
});

function make(...keys: string[]): void {
  setDatabaseKeys(keys);
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  database.exec(`CREATE VIRTUAL TABLE words USING fts5(a); INSERT INTO words VALUES ('${SAID}')`);
  database.exec('CREATE TABLE b (id INTEGER PRIMARY KEY, blob BLOB)');
  for (let row = 0; row < 50; row += 1)
    database.prepare('INSERT INTO b (blob) VALUES (?)').run(Buffer.alloc(1000, row));
  database.pragma('application_id = 7');
  database.pragma('user_version = 3');
  database.close();
}

function said(file = path): unknown {
  const database = openSqlite({ path: file, access: 'read', synchronous: 'FULL' });
  try {
    return database.prepare("SELECT a FROM words WHERE words MATCH 'said'").pluck().get();
  } finally {
    database.close();
  }
}

describe('a file of a process that has a key (D-017)', () => {
  it('is encrypted with its log, and opens with that key, also when another one is tried first', () => {
    setDatabaseKeys([FIRST]);
    const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    database.exec(`CREATE TABLE a (b); INSERT INTO a VALUES ('${SAID}')`);
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file)).includes('said')).toBe(false);
    database.close();
    expect(isPlainDatabase(path)).toBe(false);
    setDatabaseKeys([SECOND, FIRST]);
    const again = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    expect(again.prepare('SELECT b FROM a').pluck().get()).toBe(SAID);
    again.close();
  });

  it('without the key, or with another one, is locked and not damaged, and stays as it is (F-27)', () => {
    make(FIRST);
    const before = readFileSync(path);
    for (const [keys, code] of [
      [[], 'database-locked'],
      [[SECOND], 'database-other-key'],
    ] as const) {
      setDatabaseKeys(keys);
      const expected = expect.objectContaining({ code, hint: expect.any(String), subject: path });
      for (const access of ['read', 'write'] as const)
        expect(() => openSqlite({ path, access, synchronous: 'FULL' })).toThrow(expected);
      expect(() => readSqliteHeader(path)).toThrow(expected);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that is damaged is still called damaged: in its first page by what is left there, later by its MAC', () => {
    make(FIRST);
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100)]));
    expect(() => readSqliteHeader(path)).toThrow(expect.objectContaining({ code: 'database-corrupt' }));
    writeFileSync(path, Buffer.concat([randomBytes(4096), whole.subarray(4096)]));
    expect(() => readSqliteHeader(path)).toThrow(expect.objectContaining({ code: 'database-corrupt' }));
    for (let page = 2; page * 4096 < whole.length; page += 1) whole[page * 4096 + 200] = 0x55;
    writeFileSync(path, whole);
    const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    try {
      expect(() => database.prepare('SELECT sum(length(blob)) FROM b').get()).toThrow(
        expect.objectContaining({ code: 'SQLITE_CORRUPT' }),
      );
    } finally {
      database.close();
    }
  });

  it('that was plain before opens without a key', () => {
    make();
    setDatabaseKeys([FIRST]);
    expect(said()).toBe(SAID);
    expect(isPlainDatabase(path)).toBe(true);
  });

  it('a lock file stays plain, because whoever locks has no key yet', () => {
    setDatabaseKeys([FIRST]);
    const lock = openPlainDatabase(join(folder, 'lock'));
    lock.exec('CREATE TABLE a (b)');
    lock.close();
    expect(isPlainDatabase(join(folder, 'lock'))).toBe(true);
  });

  it('gives its key to what VACUUM INTO writes', () => {
    make(FIRST);
    const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    const copy = join(folder, 'copy.db');
    database.prepare('VACUUM INTO ?').run(copy);
    database.close();
    expect(isPlainDatabase(copy)).toBe(false);
    expect(said(copy)).toBe(SAID);
  });

  it('that a kill left half made can be opened again', () => {
    make(FIRST);
    const maker = openPlainDatabase(path);
    maker.pragma('journal_mode = DELETE');
    maker.pragma('cache_size = 1');
    maker.exec('BEGIN; UPDATE b SET blob = randomblob(2000)');
    const killed = join(folder, 'killed.db');
    for (const suffix of ['', '-journal']) copyFileSync(path + suffix, killed + suffix);
    maker.close();
    expect(readSqliteHeader(killed)).toMatchObject({ empty: false, applicationId: 7, version: 3 });
    expect(said(killed)).toBe(SAID);
  });
});

describe('a copy under another key', () => {
  it.each([
    ['plain to encrypted', [], FIRST],
    ['encrypted to plain', [FIRST], undefined],
    ['one key to another', [FIRST], SECOND],
  ])('%s: has all of it, with what the file says about itself', (_name, keys, key) => {
    make(...keys);
    const writer = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    // Left in the write-ahead log, as after a kill.
    writer.exec('INSERT INTO b (blob) VALUES (1)');
    const copy = join(folder, "it's a copy.db");
    copySqlite(path, copy, key);
    writer.close();
    expect(isPlainDatabase(copy)).toBe(key === undefined);
    expect(readdirSync(folder)).not.toContain("it's a copy.db.scratch");
    setDatabaseKeys(key === undefined ? [] : [key]);
    expect(said(copy)).toBe(SAID);
    expect(readSqliteHeader(copy)).toEqual({ empty: false, applicationId: 7, version: 3 });
    const database = openSqlite({ path: copy, access: 'write', synchronous: 'FULL' });
    expect(database.prepare('SELECT count(*) FROM b').pluck().get()).toBe(51);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });
});

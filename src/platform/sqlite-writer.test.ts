import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CarryoverError } from '../memory/error.ts';
import { type Clock, systemClock } from './clock.ts';
import { holdForeignLock } from './foreign-lock.fixture.ts';
import { openSqlite, type SqliteDatabase } from './sqlite.ts';
import type { SqliteStatements } from './sqlite-statements.ts';
import { SqliteWriter } from './sqlite-writer.ts';

/** Waiting in tests is this much shorter than on the wall. */
const HASTE = 20;
const hastyClock: Clock = { now: () => systemClock.now(), elapsed: () => systemClock.elapsed() * HASTE };

let folder = '';
let path = '';
let database: SqliteDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-writer-'));
  path = join(folder, 'test.db');
  database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function insert(value: number): (statements: SqliteStatements) => number {
  return (statements) => {
    statements.run('INSERT INTO t VALUES (?)', value);
    return value;
  };
}

function stored(): unknown {
  const reader = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  const values = reader.prepare('SELECT a FROM t ORDER BY a').pluck().all();
  reader.close();
  return values;
}

describe('a writer', () => {
  it('runs work in order, gives its results back, and what failed fails alone', async () => {
    const writer = new SqliteWriter(database, path, systemClock);
    const results = await Promise.allSettled([
      writer.run(insert(1)),
      writer.run((statements) => {
        insert(2)(statements);
        throw new CarryoverError('not this one', { code: 'test' });
      }),
      writer.run(insert(1)),
      writer.run((statements) => statements.get('SELECT group_concat(a) AS seen FROM t')),
      writer.run(insert(3)),
    ]);
    expect(results).toMatchObject([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: { code: 'test' } },
      { status: 'rejected', reason: { code: 'database-error' } },
      { status: 'fulfilled', value: { seen: '1' } },
      { status: 'fulfilled', value: 3 },
    ]);
    expect(stored()).toEqual([1, 3]);
    await writer.close();
  });

  it('fails all of a group, and says so to each, when the transaction is gone', async () => {
    const writer = new SqliteWriter(database, path, systemClock);
    const results = await Promise.allSettled([
      writer.run(insert(1)),
      writer.run((statements) => {
        // What SQLite does by itself when the disk is full.
        statements.run('ROLLBACK');
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }),
      writer.run(insert(2)),
    ]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'disk-full', retryable: true } },
      { status: 'rejected', reason: { code: 'disk-full' } },
      { status: 'fulfilled' },
    ]);
    expect(stored()).toEqual([2]);
    await writer.close();
  });

  it('does not acknowledge what could not be committed', async () => {
    database.exec('PRAGMA foreign_keys = ON; CREATE TABLE child (a REFERENCES t DEFERRABLE INITIALLY DEFERRED)');
    const writer = new SqliteWriter(database, path, systemClock);
    const orphan = writer.run((statements) => statements.run('INSERT INTO child VALUES (99)'));
    const beside = writer.run(insert(1));
    await expect(orphan).rejects.toMatchObject({ code: 'database-error' });
    await expect(beside).rejects.toMatchObject({ code: 'database-error' });
    expect(await writer.run(insert(2))).toBe(2);
    expect(stored()).toEqual([2]);
    await writer.close();
  });

  it("waits for another process's lock without blocking, then goes on (F-11)", async () => {
    const writer = new SqliteWriter(database, path, systemClock);
    const letGo = await holdForeignLock(path);
    let acknowledged = false;
    const waiting = writer.run(insert(1)).then(() => {
      acknowledged = true;
    });
    for (let turns = 0; turns < 5; turns += 1) await sleep(20);
    expect(acknowledged).toBe(false);
    await letGo();
    await waiting;
    expect(stored()).toEqual([1]);
    await writer.close();
  });

  it('gives up after its patience, says what to do, and works again afterwards (F-11)', async () => {
    const writer = new SqliteWriter(database, path, hastyClock);
    const letGo = await holdForeignLock(path);
    await expect(writer.run(insert(1))).rejects.toMatchObject({
      code: 'database-busy',
      retryable: true,
      hint: expect.stringContaining('close other programs'),
    });
    await letGo();
    expect(await writer.run(insert(2))).toBe(2);
    expect(stored()).toEqual([2]);
    await writer.close();
  });

  it('finishes what it was given before it closes, and takes nothing after', async () => {
    const writer = new SqliteWriter(database, path, systemClock);
    const last = writer.run(insert(1));
    await writer.close();
    expect(await last).toBe(1);
    await expect(writer.run(insert(2))).rejects.toMatchObject({ code: 'database-closed' });
    await writer.close();
    expect(stored()).toEqual([1]);
  });

  it('tells whether the WAL could be emptied', async () => {
    const writer = new SqliteWriter(database, path, hastyClock);
    await writer.run(insert(1));
    const reader = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    reader.exec('BEGIN; SELECT * FROM t');
    await writer.run(insert(2));
    expect(await writer.truncateWal()).toBe(false);
    reader.close();
    expect(await writer.truncateWal()).toBe(true);
    await writer.close();
  });
});

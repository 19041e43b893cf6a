import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveId, deriveTimedId, type RecordId } from '../memory/ids.ts';
import { openSqlite } from './sqlite.ts';
import { idCell, idKey, idOfCell, idText, isTimedKey, keyOf, keyRanges, timedKeysFrom } from './stored-ids.ts';

const folder = mkdtempSync(join(tmpdir(), 'carryover-ids-'));
const database = openSqlite({ path: join(folder, 'ids.db'), access: 'write', synchronous: 'NORMAL' });
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});
const ask = (sql: string, ...values: unknown[]): unknown =>
  database
    .prepare(`SELECT ${sql} FROM (SELECT ? AS given)`)
    .pluck()
    .get(...values);

const ID = deriveId<RecordId>('a');

describe('stored ids', () => {
  it.each([
    ID,
    ID.toUpperCase(),
    `${ID}0`,
    ID.slice(0, -1),
    ID.replaceAll('-', ''),
    ID.replace('-', 'a'),
    'said-0',
    '',
  ])('come back as they were, also those of others that look like ours: %s', (told) => {
    const key = idKey(told);
    expect(typeof key).toBe(told === ID ? 'object' : 'string');
    expect(ask(idText('given'), key)).toBe(told);
    expect(idOfCell(String(ask(idCell('given'), key)))).toBe(told);
    expect(ask(keyOf('given'), told)).toEqual(key);
  });

  it('sort by time as bytes, and tell whether they do', () => {
    const isLess = database.prepare('SELECT ? < ?').pluck();
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (a, b) => {
        const key = idKey(deriveTimedId(a, 'x'));
        expect(isLess.get(key, timedKeysFrom(b))).toBe(a < b ? 1 : 0);
        expect(ask(isTimedKey('given'), key)).toBe(1);
      }),
    );
    for (const other of [idKey(ID), 'said-0', '0a1ed508-795b-7bc6-b639'])
      expect(ask(isTimedKey('given'), other)).toBe(0);
  });

  it('are found by how they begin', () => {
    database.exec('CREATE TABLE held (id ANY)');
    const ids = [
      ...Array.from({ length: 500 }, (_, at) => deriveId<RecordId>(String(at))),
      'a',
      'ab1-x',
      'zz',
      'a𠀀b',
      'zｚ',
      ID,
    ];
    for (const id of ids) database.prepare('INSERT INTO held VALUES (?)').run(idKey(id));
    const find = database.prepare(`SELECT ${idText('id')} FROM held WHERE id >= ? AND id < ?`).pluck();
    const beginnings = ['', 'a', 'ab', 'ab1', 'ab1-', 'z', 'A', ...Array.from(ID, (_, at) => ID.slice(0, at + 1))];
    for (const beginning of beginnings) {
      const found = keyRanges(beginning).flatMap(([from, to]) => find.all(from, to));
      expect(found.sort(), beginning).toEqual(ids.filter((id) => id.startsWith(beginning)).sort());
    }
  });
});

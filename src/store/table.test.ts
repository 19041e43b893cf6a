import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as field from '../memory/fields.ts';
import { openSqlite } from '../platform/sqlite.ts';
import { SqliteStatements } from '../platform/sqlite-statements.ts';
import { type Cells, table } from './table.ts';

const THING = {
  id: field.text,
  createdAt: field.moment,
  place: field.nullable(field.text),
  isKept: field.flag,
  tags: field.list(field.text),
  held: field.nullable(field.object({ word: field.text })),
  tier: field.optional(field.count, 1),
  asked: field.optional(field.list(field.text), []),
  by: field.optional(field.text),
  at: field.variants({ here: {}, there: { far: field.count } }),
};
type Thing = field.EntityOf<typeof THING>;

const THINGS = table('things', THING, {
  key: ['id'],
  columns: {
    createdAt: 'made',
    at: {
      columns: ['at', 'far'],
      cells: (at) => (at.kind === 'there' ? [at.kind, at.far] : [at.kind, null]),
      value: (kind, far) =>
        kind === 'there' ? { kind: 'there' as const, far: Number(far) } : { kind: 'here' as const },
    },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'carryover-store-'));
const database = openSqlite({ path: join(folder, 'things.db'), access: 'write', synchronous: 'NORMAL' });
const statements = new SqliteStatements(database);
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  database.exec('DROP TABLE IF EXISTS things');
  database.exec(`CREATE TABLE things (id TEXT PRIMARY KEY, made INTEGER, place TEXT, is_kept INTEGER, tags TEXT, held TEXT,
    tier INTEGER, asked TEXT, by TEXT, at TEXT, far INTEGER) STRICT`);
});

const thing: Thing = {
  id: 'a',
  createdAt: 7,
  place: null,
  isKept: true,
  tags: ['x', 'y'],
  held: { word: 'zeugma' },
  at: { kind: 'there', far: 3 },
};

function rows(): readonly Cells[] {
  return statements.all<Cells>('SELECT * FROM things ORDER BY id');
}

describe('a row of a table', () => {
  it('has columns by the names and kinds of its fields, or those it says', () => {
    THINGS.insert(statements, THINGS.cells(thing));
    expect(rows()).toEqual([
      {
        ...{ id: 'a', made: 7, place: null, is_kept: 1, tags: '["x","y"]', held: '{"word":"zeugma"}' },
        ...{ tier: 1, asked: '[]', by: null, at: 'there', far: 3 },
      },
    ]);
  });

  it.each<[string, Thing]>([
    ['without what is optional', thing],
    ['with all of it', { ...thing, tier: 2, asked: ['why'], by: 'me', held: null, place: 'p', at: { kind: 'here' } }],
  ])('gives back what was put in, with its fields in order: %s', (_, given) => {
    THINGS.insert(statements, THINGS.cells(given));
    const [back] = rows().map(THINGS.value);
    expect(back).toStrictEqual(given);
    const order = Object.keys(THING);
    const names = Object.keys(back ?? {});
    expect(names).toEqual(names.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  it('says the same as its JSON where text is half a character', () => {
    THINGS.insert(statements, THINGS.cells({ ...thing, place: 'half \ud83d', tags: ['half \ud83d'] }));
    expect(rows().map(THINGS.value)).toMatchObject([{ place: 'half \ufffd', tags: ['half \ufffd'] }]);
  });

  it('that is damaged is named, and its text is not told', () => {
    THINGS.insert(statements, { ...THINGS.cells(thing), tags: '["secret' });
    expect(() => rows().map(THINGS.value)).toThrow(
      expect.objectContaining({ code: 'database-corrupt', subject: 'a', message: 'a row of things is damaged' }),
    );
  });
});

describe('rows of a table', () => {
  it('are inserted once, and put in the place of the one with their key', () => {
    THINGS.insert(statements, THINGS.cells(thing));
    expect(() => THINGS.insert(statements, THINGS.cells(thing))).toThrow(/UNIQUE/);
    THINGS.put(statements, THINGS.cells({ ...thing, createdAt: 8 }));
    expect(rows().map(THINGS.value)).toEqual([{ ...thing, createdAt: 8 }]);
  });

  it('give way to others: what differs is written, what is left over goes', () => {
    for (const id of ['a', 'b', 'c']) THINGS.insert(statements, THINGS.cells({ ...thing, id }));
    const written = () => statements.get<{ readonly all: number }>('SELECT total_changes() AS "all"')?.all ?? 0;
    const before = written();
    const wanted = [thing, { ...thing, id: 'b', tags: [] }, { ...thing, id: 'd' }];
    expect(THINGS.replace(statements, rows(), wanted.map(THINGS.cells))).toBe(true);
    expect(rows().map(THINGS.value)).toEqual(wanted);
    // One changed, one new, one gone.
    expect(written() - before).toBe(3);
    expect(THINGS.replace(statements, rows(), wanted.map(THINGS.cells))).toBe(false);
  });
});

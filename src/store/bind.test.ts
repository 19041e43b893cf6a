import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openSqlite } from '../platform/sqlite.ts';
import { SqliteStatements } from '../platform/sqlite-statements.ts';
import { bind, type Run } from './bind.ts';

const folder = mkdtempSync(join(tmpdir(), 'carryover-store-'));
const database = openSqlite({ path: join(folder, 'words.db'), access: 'write', synchronous: 'NORMAL' });
const statements = new SqliteStatements(database);
const run: Run = async (work) => work(statements);

afterEach(() => database.exec('DROP TABLE IF EXISTS words'));
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function addWords(on: SqliteStatements, words: readonly string[], twice = false): number {
  on.run('CREATE TABLE words (word TEXT NOT NULL)');
  for (const word of twice ? [...words, ...words] : words) on.run('INSERT INTO words VALUES (?)', word);
  return words.length;
}

function readWords(on: SqliteStatements): readonly string[] {
  return on.all<{ readonly word: string }>('SELECT word FROM words ORDER BY word').map(({ word }) => word);
}

it('a method is its function over the statements, with what it is called with', async () => {
  const store = bind(run, { add: addWords, words: readWords });
  await expect(store.add(['b', 'a'], true)).resolves.toBe(2);
  await expect(store.words()).resolves.toEqual(['a', 'a', 'b', 'b']);
});

it('what a function throws is what its method rejects with', async () => {
  await expect(bind(run, { words: readWords }).words()).rejects.toThrow(/no such table/);
});

it('types follow from the functions', () => {
  const store = bind(run, { add: addWords });
  // @ts-expect-error a number is no list of words
  const wrong = () => store.add(1);
  // @ts-expect-error nothing is called so
  const unknown = () => store.remove();
  expect([wrong, unknown]).toHaveLength(2);
});

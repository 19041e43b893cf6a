/**
 * The baseline of every search figure: one FTS5 table with the porter stemmer, asked for any of the question's words but
 * the commonest, ranked by SQLite's own `bm25()`. What anybody has after an hour.
 */
import { join } from 'node:path';
import { openSqlite, type SqliteDatabase } from '../../src/platform/sqlite.ts';

const STOP_WORDS = new Set(
  'a about after all also am an and any are as at be because been before being but by can could did do does doing for from get got had has have having he her here hers him his how i if in into is it its just me more most my no not now of off on once one or our out over own same she should so some such than that the their them then there these they this those to too up us very was we were what when where which while who whom why will with would you your'.split(
    ' ',
  ),
);

export interface PlainRow {
  readonly id: string;
  readonly space: string;
  readonly text: string;
}

export class PlainIndex {
  readonly #database: SqliteDatabase;

  /** The file is new, in a folder that its caller throws away. */
  constructor(folder: string, name: string) {
    this.#database = openSqlite({ path: join(folder, `${name}.db`), access: 'write', synchronous: 'NORMAL' });
    this.#database.exec(
      "CREATE VIRTUAL TABLE plain USING fts5(id UNINDEXED, space UNINDEXED, text, tokenize = 'porter unicode61')",
    );
  }

  add(rows: readonly PlainRow[]): void {
    const insert = this.#database.prepare('INSERT INTO plain (id, space, text) VALUES (?, ?, ?)');
    this.#database.transaction(() => {
      for (const { id, space, text } of rows) insert.run(id, space, text);
    })();
  }

  /** Ids, best first. */
  search(text: string, k: number, space: string): readonly string[] {
    const match = anyWordOf(text);
    if (match === '') return [];
    return this.#database
      .prepare('SELECT id FROM plain WHERE plain MATCH ? AND space = ? ORDER BY bm25(plain) LIMIT ?')
      .pluck()
      .all(match, space, k) as string[];
  }

  close(): void {
    this.#database.close();
  }
}

function anyWordOf(text: string): string {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).map((word) => `"${word}"`).join(' OR ');
}

/**
 * Every text and blob cell of a database, page by page, so that no transaction is held for long. What a virtual table
 * keeps lies in tables of its own, so that those are left out.
 */
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';

const PAGE_ROWS = 500;
/** One row may be megabytes. */
const PAGE_BYTES = 4 * 1024 * 1024;
const CACHE_MEGABYTES = 2;

interface Cell {
  readonly column: string;
  readonly bytes: Uint8Array;
}

export interface Row {
  readonly cells: readonly Cell[];
  value(column: string): unknown;
}

export interface RowText {
  readonly number: number;
  readonly key: unknown;
  readonly text: Uint8Array;
}

type Columns = Readonly<Record<string, unknown>>;

export class DatabaseCells {
  readonly #path: string;
  readonly #database: SqliteDatabase;
  readonly #statements: SqliteStatements;

  constructor(path: string) {
    this.#path = path;
    this.#database = openSqlite({ path, access: 'read', synchronous: 'FULL', cacheMegabytes: CACHE_MEGABYTES });
    this.#statements = new SqliteStatements(this.#database);
  }

  tables(): readonly string[] {
    const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`;
    return this.#reading(() => this.#statements.all<{ readonly name: string }>(sql).map(({ name }) => name));
  }

  /** In the order of their numbers (`#`), after one of them. */
  *rows(table: string, from = Number.MIN_SAFE_INTEGER): Iterable<Row> {
    const name = quoted(table);
    const keyed = this.#reading(() => this.#hasRowIds(table));
    if (!keyed) {
      yield* this.#reading(() => this.#statements.all<Columns>(`SELECT * FROM ${name}`)).map(rowOf);
      return;
    }
    const sql = `SELECT rowid AS "#", * FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`;
    for (let after = from; ; ) {
      const page = this.#reading(() => this.#page(sql, after));
      const last = page.at(-1);
      if (last === undefined) return;
      yield* page;
      after = Number(last.value('#'));
    }
  }

  /** What rows say, all of a row as one text, after a row number; of a table that has row numbers. */
  *texts(table: string, key: string, from = Number.MIN_SAFE_INTEGER): Iterable<RowText> {
    const name = quoted(table);
    const columns = this.#reading(() => this.#textColumns(table));
    if (columns.length === 0) return;
    // Made by SQLite: what is read as text only to be made bytes again costs more than the search.
    const text = `CAST(concat_ws(char(10), ${columns.join(', ')}) AS BLOB)`;
    const sql = `SELECT rowid AS number, ${quoted(key)} AS key, ${text} AS text
      FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`;
    for (let after = from; ; ) {
      const page = this.#reading(() => this.#textPage(sql, after));
      const last = page.at(-1);
      if (last === undefined) return;
      yield* page;
      after = last.number;
    }
  }

  close(): void {
    this.#database.close();
  }

  #textPage(sql: string, after: number): readonly RowText[] {
    const page: RowText[] = [];
    let bytes = 0;
    for (const row of this.#statements.iterate<RowText>(sql, after)) {
      page.push(row);
      bytes += row.text.length;
      if (bytes > PAGE_BYTES) break;
    }
    return page;
  }

  /** As expressions. */
  #textColumns(table: string): readonly string[] {
    const sql =
      "SELECT name, upper(type) AS type FROM pragma_table_info(?) WHERE upper(type) NOT IN ('INTEGER', 'REAL')";
    return (
      this.#statements
        .all<{ readonly name: string; readonly type: string }>(sql, table)
        // Bytes among ids that are text say nothing.
        .map(({ name, type }) =>
          type === 'ANY' ? `iif(typeof(${quoted(name)}) = 'text', ${quoted(name)}, NULL)` : quoted(name),
        )
    );
  }

  #page(sql: string, after: number): readonly Row[] {
    const page: Row[] = [];
    let bytes = 0;
    for (const columns of this.#statements.iterate<Columns>(sql, after)) {
      const row = rowOf(columns);
      page.push(row);
      bytes += row.cells.reduce((sum, cell) => sum + cell.bytes.length, 0);
      if (bytes > PAGE_BYTES) break;
    }
    return page;
  }

  #hasRowIds(table: string): boolean {
    const sql = 'SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?';
    return this.#statements.get<{ readonly wr: number }>(sql, 'main', table)?.wr === 0;
  }

  #reading<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (cause) {
      throw sqliteError(cause, this.#path);
    }
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function rowOf(columns: Columns): Row {
  const cells: Cell[] = [];
  for (const [column, value] of Object.entries(columns)) {
    if (typeof value === 'string') cells.push({ column, bytes: Buffer.from(value) });
    else if (value instanceof Uint8Array) cells.push({ column, bytes: value });
  }
  return { cells, value: (column) => columns[column] };
}

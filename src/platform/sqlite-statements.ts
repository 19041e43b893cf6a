/**
 * The statements of one connection, each prepared once. Rows come back in the shape the caller names: tables are
 * STRICT, so the schema vouches for it, and this is the one place that takes its word.
 */
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteDatabase } from './sqlite.ts';

export type SqliteValue = string | number | null | Uint8Array;

export class SqliteStatements {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  get<Row>(sql: string, ...values: readonly SqliteValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: readonly SqliteValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  /** The connection serves no other statement until the iteration ends: for short loops, or a connection of its own. */
  iterate<Row>(sql: string, ...values: readonly SqliteValue[]): IterableIterator<Row> {
    return this.#prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  /** The number of rows changed. */
  run(sql: string, ...values: readonly SqliteValue[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

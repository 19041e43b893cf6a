/**
 * The SQLite driver's own types are not reachable through its `exports` under `nodenext`; this names the part we use.
 */
declare module 'better-sqlite3-multiple-ciphers' {
  namespace Database {
    interface RunResult {
      readonly changes: number;
      readonly lastInsertRowid: number | bigint;
    }
    interface Statement {
      run(...params: unknown[]): RunResult;
      get(...params: unknown[]): unknown;
      all(...params: unknown[]): unknown[];
      iterate(...params: unknown[]): IterableIterator<unknown>;
      pluck(toggle?: boolean): this;
      /** Rows as lists, in the order of their columns. */
      raw(): RawStatement;
    }
    interface RawStatement {
      iterate(...params: unknown[]): IterableIterator<readonly unknown[]>;
    }
    interface Transaction<Args extends unknown[], Result> {
      (...args: Args): Result;
      immediate(...args: Args): Result;
    }
    interface Options {
      readonly readonly?: boolean;
      readonly fileMustExist?: boolean;
      readonly timeout?: number;
    }
  }
  class Database {
    constructor(path: string, options?: Database.Options);
    readonly open: boolean;
    readonly inTransaction: boolean;
    readonly readonly: boolean;
    prepare(sql: string): Database.Statement;
    transaction<Args extends unknown[], Result>(run: (...args: Args) => Result): Database.Transaction<Args, Result>;
    exec(sql: string): this;
    loadExtension(path: string): this;
    pragma(source: string, options?: { readonly simple?: boolean }): unknown;
    close(): this;
  }
  export default Database;
}

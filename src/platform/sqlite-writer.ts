/**
 * The writing connection of one file, with group commit: work handed in during one turn of the event loop is committed
 * in one transaction and settled after its COMMIT. Each piece of work stands behind a savepoint, so a bad one fails
 * alone. Work must touch nothing but the database.
 *
 * Guarantees: resolved means committed; work runs in the order it came; a lock held by another process is waited for
 * without blocking the event loop, then reported as `database-busy`.
 * Limits: one piece of work runs without a pause, so whoever has much to store hands it in as several.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CarryoverError } from '../memory/error.ts';
import type { Clock } from './clock.ts';
import type { SqliteDatabase } from './sqlite.ts';
import { sqliteError } from './sqlite-error.ts';
import { SqliteStatements } from './sqlite-statements.ts';

/** How long work waits for another process's lock, in all. */
const PATIENCE_MS = 5_000;
/** SQLite sleeps inside the call while it waits; kept short so that the process still answers others. */
const BLOCKING_WAIT_MS = 20;
const RETRY_AFTER_MS = 30;
/** A group stops growing here, so that one burst does not hold the event loop. */
const GROUP_MS = 20;

interface Work {
  /** Runs inside the transaction; the result is kept until `resolve`. */
  attempt(statements: SqliteStatements): void;
  resolve(): void;
  reject(reason: CarryoverError): void;
  /** On the monotonic clock. */
  readonly deadline: number;
}

export class SqliteWriter {
  readonly #database: SqliteDatabase;
  readonly #statements: SqliteStatements;
  readonly #path: string;
  readonly #clock: Clock;
  readonly #waiting: Work[] = [];
  #scheduled = false;
  #closed = false;

  constructor(database: SqliteDatabase, path: string, clock: Clock) {
    this.#database = database;
    this.#statements = new SqliteStatements(database);
    this.#path = path;
    this.#clock = clock;
    database.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`);
  }

  run<Result>(work: (statements: SqliteStatements) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closedError(this.#path));
      let settle = () => reject(closedError(this.#path));
      this.#waiting.push({
        attempt: (statements) => {
          const result = work(statements);
          settle = () => resolve(result);
        },
        resolve: () => settle(),
        reject,
        deadline: this.#clock.elapsed() + PATIENCE_MS,
      });
      this.#schedule();
    });
  }

  /**
   * For reads between two groups, in which nothing is open: they see what is committed, and find in the cache what was
   * written. Another connection begins with an empty one after every commit. Undefined when it is closed.
   */
  get reading(): SqliteStatements | undefined {
    return this.#database.open ? this.#statements : undefined;
  }

  /**
   * Moves the whole WAL into the main file and cuts it to nothing, so that what was deleted is on disk no more. False
   * when another process kept reading an older state all the while.
   */
  async truncateWal(): Promise<boolean> {
    const deadline = this.#clock.elapsed() + PATIENCE_MS;
    for (;;) {
      try {
        const row = this.#statements.get<{ readonly busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
        if (row?.busy === 0) return true;
      } catch (cause) {
        const error = sqliteError(cause, this.#path);
        if (error.code !== 'database-busy') throw error;
      }
      if (this.#clock.elapsed() > deadline) return false;
      await sleep(RETRY_AFTER_MS);
    }
  }

  /** Waits for what was handed in, then lets go of the file. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const last = this.run(() => undefined);
    this.#closed = true;
    await Promise.allSettled([last]);
    this.#database.close();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    const blocked = this.#begin();
    if (blocked === undefined) this.#settle(this.#runGroup());
    else if (blocked.code === 'database-busy') this.#waitFor(blocked);
    else this.#rejectAll(this.#waiting.splice(0), blocked);
  }

  /** Nothing is acknowledged before its COMMIT returned. */
  #settle(done: readonly Work[]): void {
    const failure = this.#commit();
    if (failure !== undefined) this.#rejectAll(done, failure);
    else for (const work of done) work.resolve();
    if (this.#waiting.length > 0) this.#schedule();
  }

  #begin(): CarryoverError | undefined {
    return this.#try(() => this.#statements.run('BEGIN IMMEDIATE'));
  }

  /** The work that is waiting for the COMMIT. */
  #runGroup(): readonly Work[] {
    const done: Work[] = [];
    const startedAt = this.#clock.elapsed();
    while (this.#database.inTransaction && this.#clock.elapsed() - startedAt < GROUP_MS) {
      const work = this.#waiting.shift();
      if (work === undefined) break;
      const failure = this.#attempt(work);
      if (failure === undefined) done.push(work);
      else {
        work.reject(failure);
        // SQLite answers some failures (disk full, I/O) by rolling the whole transaction back, without being asked.
        if (!this.#database.inTransaction) this.#rejectAll(done.splice(0), failure);
      }
    }
    return done;
  }

  #attempt(work: Work): CarryoverError | undefined {
    const failure = this.#try(() => {
      this.#statements.run('SAVEPOINT work');
      work.attempt(this.#statements);
      this.#statements.run('RELEASE work');
    });
    if (failure === undefined || !this.#database.inTransaction) return failure;
    const stuck = this.#try(() => {
      this.#statements.run('ROLLBACK TO work');
      this.#statements.run('RELEASE work');
    });
    // Half of a rejected piece of work must never be committed with the others.
    if (stuck !== undefined && this.#database.inTransaction) this.#try(() => this.#statements.run('ROLLBACK'));
    return failure;
  }

  #commit(): CarryoverError | undefined {
    if (!this.#database.inTransaction) return undefined;
    const failure = this.#try(() => this.#statements.run('COMMIT'));
    if (failure !== undefined && this.#database.inTransaction) this.#try(() => this.#statements.run('ROLLBACK'));
    return failure;
  }

  #waitFor(blocked: CarryoverError): void {
    const now = this.#clock.elapsed();
    while (this.#waiting[0] !== undefined && this.#waiting[0].deadline < now) this.#waiting.shift()?.reject(blocked);
    if (this.#waiting.length === 0) return;
    this.#scheduled = true;
    setTimeout(() => this.#flush(), RETRY_AFTER_MS);
  }

  #rejectAll(works: readonly Work[], reason: CarryoverError): void {
    for (const work of works) work.reject(reason);
  }

  #try(step: () => void): CarryoverError | undefined {
    try {
      step();
      return undefined;
    } catch (cause) {
      return sqliteError(cause, this.#path);
    }
  }
}

function closedError(path: string): CarryoverError {
  return new CarryoverError(`${path} is closed`, { code: 'database-closed', subject: path });
}

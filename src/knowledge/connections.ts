/**
 * The two connections of knowledge on SQLite, both on this thread: one writes with group commit and reads, the other reads
 * where nothing may be written, and while the file is replaced. A file that a newer Carryover made is read and not written. Errors of the file say what helps here: knowledge can be made anew.
 */
import { existsSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CarryoverError } from '../memory/error.ts';
import { syncFolder } from '../platform/atomic-file.ts';
import type { Clock } from '../platform/clock.ts';
import { openSqlite, readSqliteHeader, type SqliteDatabase } from '../platform/sqlite.ts';
import { sqliteError } from '../platform/sqlite-error.ts';
import { checkSchema, migrate } from '../platform/sqlite-migrations.ts';
import { SqliteStatements } from '../platform/sqlite-statements.ts';
import { SqliteWriter } from '../platform/sqlite-writer.ts';
import { KNOWLEDGE_SCHEMA } from './schema.ts';

/** Whoever looks through the file for a forgetting is done by then. */
const BUSY_PATIENCE_MS = 60_000;
const BUSY_RETRY_MS = 200;

export interface KnowledgeOptions {
  readonly path: string;
  /** Where a copy goes before a migration. */
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly readOnly?: boolean;
  /** How long another process may keep the file from being replaced. */
  readonly busyPatienceMs?: number;
}

interface OpenFile {
  readonly reader: SqliteDatabase;
  readonly reading: SqliteStatements;
  /** The writer, or why there is none. */
  readonly writer: SqliteWriter | CarryoverError;
}

export class KnowledgeConnections {
  readonly #options: KnowledgeOptions;
  #file: OpenFile;
  /** Writing waits for it: while the file is replaced there is nothing to write to. */
  #replaced: Promise<unknown> = Promise.resolve();

  constructor(options: KnowledgeOptions) {
    this.#options = { ...options, path: resolve(options.path) };
    this.#file = openFile(this.#options);
  }

  get path(): string {
    return this.#options.path;
  }

  read<Result>(work: (statements: SqliteStatements) => Result): Result {
    try {
      const { reading, writer } = this.#file;
      return work((writer instanceof CarryoverError ? undefined : writer.reading) ?? reading);
    } catch (cause) {
      throw knowledgeError(cause, this.path);
    }
  }

  /** One transaction, all or nothing; resolved means committed. */
  async write<Result>(work: (statements: SqliteStatements) => Result): Promise<Result> {
    await this.#replaced;
    const { writer } = this.#file;
    if (writer instanceof CarryoverError) throw writer;
    try {
      return await writer.run(work);
    } catch (cause) {
      throw knowledgeError(cause, this.path);
    }
  }

  /** What was deleted is on disk no more when this resolves. */
  async settle(): Promise<void> {
    await this.#replaced;
    const { writer } = this.#file;
    if (writer instanceof CarryoverError) throw writer;
    if (await writer.truncateWal()) return;
    throw new CarryoverError('another process keeps an older state of knowledge on disk', {
      code: 'erasure-unfinished',
      subject: this.path,
      hint: 'close other programs that have this database open, then try again',
      retryable: true,
    });
  }

  /** The same kind of store at another path. */
  beside(path: string): KnowledgeConnections {
    return new KnowledgeConnections({ ...this.#options, path });
  }

  /**
   * The other file takes the place of this one, in one step of the file system; the other connections are closed. What
   * fails before that step leaves this file as it was. Another process that reads this one (a forgetting that proves itself)
   * is waited for.
   */
  async replaceWith(other: KnowledgeConnections): Promise<void> {
    const replacing = this.#replaceWith(other);
    this.#replaced = Promise.allSettled([replacing]);
    await replacing;
  }

  async #replaceWith(other: KnowledgeConnections): Promise<void> {
    await other.close();
    const { clock, busyPatienceMs = BUSY_PATIENCE_MS } = this.#options;
    for (const deadline = clock.elapsed() + busyPatienceMs; ; await sleep(BUSY_RETRY_MS)) {
      try {
        return await this.#moveHere(other);
      } catch (error) {
        const isBusy = error instanceof CarryoverError && error.code === 'database-busy';
        if (!isBusy || clock.elapsed() > deadline) throw error;
      }
    }
  }

  async #moveHere(other: KnowledgeConnections): Promise<void> {
    const { reader, writer } = this.#file;
    if (writer instanceof CarryoverError) throw writer;
    await writer.close();
    // From here on without a pause, so that no read finds the file closed.
    reader.close();
    try {
      moveIntoPlace(other.path, this.path);
    } catch (cause) {
      throw sqliteError(cause, this.path);
    } finally {
      this.#file = openFile(this.#options);
    }
  }

  async close(): Promise<void> {
    const { reader, writer } = this.#file;
    reader.close();
    // Last, so that its closing moves the WAL into the main file.
    if (!(writer instanceof CarryoverError)) await writer.close();
  }
}

function openFile(options: KnowledgeOptions): OpenFile {
  const { path } = options;
  try {
    const newer = checkSchema(readSqliteHeader(path), KNOWLEDGE_SCHEMA, path);
    const writer = newer ?? (options.readOnly === true ? readOnlyHere(path) : openWriter(options));
    const reader = openSqlite({ path, access: 'read', synchronous: 'NORMAL' });
    return { reader, reading: new SqliteStatements(reader), writer };
  } catch (cause) {
    throw knowledgeError(cause, path);
  }
}

function readOnlyHere(path: string): CarryoverError {
  return new CarryoverError('knowledge is only read here', { code: 'read-only', subject: path });
}

/** Both files are closed. A write-ahead log that stays behind would be taken for one of the new file. */
function moveIntoPlace(from: string, to: string): void {
  // Whoever is last to close a file that may be written takes its log away; a reader may not.
  openSqlite({ path: to, access: 'write', synchronous: 'NORMAL' }).close();
  if (existsSync(`${to}-wal`)) {
    throw new CarryoverError(`${to} is open in another program and cannot be replaced`, {
      code: 'database-busy',
      subject: to,
      hint: 'close other programs that have this database open, then try again',
      retryable: true,
    });
  }
  renameSync(from, to);
  syncFolder(dirname(to));
}

function openWriter({ path, backupFolder, clock }: KnowledgeOptions): SqliteWriter {
  const database = openSqlite({ path, access: 'write', synchronous: 'NORMAL' });
  try {
    migrate(database, KNOWLEDGE_SCHEMA, { path, backupFolder, now: clock.now() });
  } catch (cause) {
    database.close();
    throw cause;
  }
  return new SqliteWriter(database, path, clock);
}

function knowledgeError(thrown: unknown, path: string): CarryoverError {
  const error = sqliteError(thrown, path);
  if (error.code !== 'database-corrupt') return error;
  return new CarryoverError(error.message, {
    code: error.code,
    subject: error.subject ?? path,
    hint: 'run `carryover rebuild`: it makes this file anew from the journal',
    cause: error.cause ?? error,
  });
}

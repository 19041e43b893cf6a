/**
 * The file of the recall index. All in it can be made anew from the journal and from knowledge, so there are no migrations:
 * a file of another format is emptied and filled again.
 *
 * Words are kept space by space: neither a count nor a word of one space is ever part of an answer about another.
 * `terms` holds the end of each list in the row itself, where most words, being rare, have all of theirs; longer lists go
 * on in `postings`, whose key is the term's number and the block's place.
 */
import { rmSync } from 'node:fs';
import { CarryoverError } from '../../memory/error.ts';
import { openSqlite, readSqliteHeader, type SqliteDatabase } from '../../platform/sqlite.ts';

/** "COre" in ASCII. */
const APPLICATION_ID = 0x434f7265;
/** Raise it whenever the tables, the encoding, or what text becomes changes. */
const FORMAT = 6;
const SIDE_FILES = ['', '-wal', '-shm'];
const WRITING_CACHE_MEGABYTES = 16;
/** Each search thread has one; what it reads again lies in the system's cache. */
const READING_CACHE_MEGABYTES = 4;

const TABLES = `
  CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE spaces (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    docs INTEGER NOT NULL DEFAULT 0,
    sessions INTEGER NOT NULL DEFAULT 0,
    -- Counts up with every removal: who holds a copy of the columns reads them again.
    removals INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE sessions (
    space INTEGER NOT NULL,
    id TEXT NOT NULL,
    num INTEGER NOT NULL,
    -- The first passage of what was said last.
    last_doc INTEGER,
    PRIMARY KEY (space, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE docs (space INTEGER NOT NULL, chunk INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (space, chunk)) STRICT;
  CREATE TABLE terms (
    space INTEGER NOT NULL,
    term TEXT NOT NULL,
    -- Its postings, see term-row.ts.
    list BLOB NOT NULL,
    PRIMARY KEY (space, term)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE postings (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE facts (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    space INTEGER NOT NULL,
    doc INTEGER NOT NULL,
    learning TEXT NOT NULL,
    -- Directions of what it says and of each way it may be asked for: see fact-meanings.ts.
    meaning BLOB NOT NULL
  ) STRICT;
  CREATE INDEX facts_of_space ON facts (space);
  CREATE TABLE gone (space INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (space, doc)) STRICT, WITHOUT ROWID;
`;

/** A file that cannot be read, or that another version made, is begun anew. */
export function openIndexForWriting(path: string): SqliteDatabase {
  if (isDamaged(path) || !isCurrent(path)) removeIndex(path);
  const database = openSqlite({
    path,
    access: 'write',
    synchronous: 'NORMAL',
    cacheMegabytes: WRITING_CACHE_MEGABYTES,
  });
  if (readFormat(database) === 0) {
    database
      .transaction(() => {
        database.exec(TABLES);
        database.pragma(`application_id = ${APPLICATION_ID}`);
        database.pragma(`user_version = ${FORMAT}`);
      })
      .immediate();
  }
  return database;
}

/**
 * Tables that hold words, written into other pages; their old ones are overwritten. SQLite overwrites what it deletes, but
 * not the copies that it leaves behind when it moves rows from page to page. Inside a transaction.
 */
export function writeWordsAnew(database: SqliteDatabase): void {
  for (const [table, key] of [
    ['terms', 'space, term'],
    ['facts', 'num'],
  ]) {
    const sql = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table);
    database.exec(`ALTER TABLE ${table} RENAME TO old_${table}`);
    database.exec(String(sql));
    database.exec(`INSERT INTO ${table} SELECT * FROM old_${table} ORDER BY ${key}`);
    database.exec(`DROP TABLE old_${table}`);
  }
}

export function openIndexForReading(path: string): SqliteDatabase {
  return openSqlite({ path, access: 'read', synchronous: 'NORMAL', cacheMegabytes: READING_CACHE_MEGABYTES });
}

export function removeIndex(path: string): void {
  for (const suffix of SIDE_FILES) rmSync(path + suffix, { force: true });
}

/**
 * Noise cannot be told from what another key encrypted. Whoever fills the index has the journal open, so the keys are the
 * right ones, and what they do not open is of no use to anybody.
 */
export const USELESS = ['database-corrupt', 'database-locked', 'database-other-key'];

/** As far as its beginning tells. */
export function isDamaged(path: string): boolean {
  try {
    readSqliteHeader(path);
    return false;
  } catch (thrown) {
    if (thrown instanceof CarryoverError && USELESS.includes(thrown.code)) return true;
    throw thrown;
  }
}

function isCurrent(path: string): boolean {
  const { empty, applicationId, version } = readSqliteHeader(path);
  return empty || (applicationId === APPLICATION_ID && version === FORMAT);
}

function readFormat(database: SqliteDatabase): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * SQLCipher 4 (AES-256, a MAC on every page), as the driver speaks it. Keys are raw, so no key derivation runs at each
 * opening. Plain and encrypted files lie side by side while a home is being converted: each is tried with every key, and
 * with none.
 */
import { createDecipheriv } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { CarryoverError } from '../memory/error.ts';
import { databaseKeys } from './database-keys.ts';
import type { SqliteDatabase } from './sqlite.ts';

const PLAIN_BEGINNING = Buffer.from('SQLite format 3\0', 'latin1');
const PAGE_BYTES = 4096;
/** SQLCipher 4 ends each page with these: the vector it was encrypted with, then its MAC. */
const RESERVED_BYTES = 80;
const IV_BYTES = 16;
/** Pages to look at: one that holds random bytes by itself must not decide. */
const SENSE_PAGES = 8;
/** Of 8 bits: a page of random bytes has 7.95; text, zeros and SQLite's own pages have far less. */
const NOISE_ENTROPY_BITS = 7.8;

/** The keys to try for a file, in order; undefined is none. */
export interface KeyChoice {
  readonly keys: readonly (string | undefined)[];
  /** Whether the first is known to fit. */
  readonly isSure: boolean;
}

/**
 * Files that are made now get the first key there is. The file is not looked into here: to open and close it beside SQLite
 * would drop the locks that other connections of this process hold on it (POSIX).
 */
export function keysFor(path: string): KeyChoice {
  const known = databaseKeys();
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return { keys: [known[0]], isSure: true };
  // While a home is converted, and for a file that was put back, there may be plain ones beside.
  return { keys: [...known, undefined], isSure: false };
}

/** Must be the first thing that is said to a connection. */
export function giveKey(database: SqliteDatabase, key: string | undefined): void {
  database.pragma("cipher = 'sqlcipher'");
  database.pragma('legacy = 4');
  if (key !== undefined) database.pragma(`key = "x'${key}'"`);
}

/** For `ATTACH … KEY`. */
export function keyClause(key: string | undefined): string {
  return key === undefined ? "''" : `"x'${key}'"`;
}

export function isPlainDatabase(path: string): boolean {
  return isPlain(beginningOf(path));
}

/**
 * Whether this is encrypted under a key that is not here, and not just damaged in its first page. Damage there leaves a
 * text, zeros or a gap, or later pages that one of the keys makes sense of; a foreign key leaves noise everywhere.
 */
export function isUnderOtherKey(path: string): boolean {
  const [first, ...others] = pagesOf(path, SENSE_PAGES);
  if (first === undefined || isPlain(first) || !isNoise(first)) return false;
  return !databaseKeys().some((key) => others.some((page) => !isNoise(decrypted(page, key))));
}

/** Without its MAC: what is asked is whether the key makes sense of it. */
function decrypted(page: Buffer, key: string): Buffer {
  const end = PAGE_BYTES - RESERVED_BYTES;
  const cipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'hex'), page.subarray(end, end + IV_BYTES));
  return Buffer.concat([cipher.setAutoPadding(false).update(page.subarray(0, end)), cipher.final()]);
}

function pagesOf(path: string, count: number): readonly Buffer[] {
  const content = beginningOf(path, count * PAGE_BYTES);
  return Array.from({ length: Math.floor(content.length / PAGE_BYTES) }, (_, at) =>
    content.subarray(at * PAGE_BYTES, (at + 1) * PAGE_BYTES),
  );
}

/** Not damage: whoever heals damage by making files anew must not do it to these. */
export function keyError(path: string): CarryoverError {
  const locked = databaseKeys().length === 0;
  return new CarryoverError(
    locked ? `${path} is encrypted, and its key is not here` : `${path} does not open with the key of this home`,
    {
      code: locked ? 'database-locked' : 'database-other-key',
      subject: path,
      hint: locked
        ? 'run `carryover unlock`; if keys.json is gone, put it back from a copy of the home; if it was never encrypted it is damaged: put a backup in its place'
        : 'it was encrypted for another home or under an earlier key: put the right file back, for instance from the backups folder',
    },
  );
}

function isPlain(content: Buffer): boolean {
  return content.subarray(0, PLAIN_BEGINNING.length).equals(PLAIN_BEGINNING);
}

function beginningOf(path: string, bytes = PAGE_BYTES): Buffer {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return Buffer.alloc(0);
  const file = openSync(path, 'r');
  try {
    const content = Buffer.alloc(bytes);
    return content.subarray(0, readSync(file, content, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

function isNoise(content: Buffer): boolean {
  const counts = new Map<number, number>();
  for (const byte of content) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / content.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) > NOISE_ENTROPY_BITS;
}

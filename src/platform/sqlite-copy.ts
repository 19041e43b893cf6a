/**
 * A whole copy of an open database, in one file of its own: private, checked, and under its name only when it is
 * complete and on the disk. Readers and writers go on meanwhile. Copies that are kept are compressed, unless they are
 * encrypted: then there is nothing to gain.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { makePrivateFolder, PRIVATE_FILE, syncFolder } from './atomic-file.ts';
import { COMPRESSED, compressFile } from './compressed-copy.ts';
import { isAlive } from './is-alive.ts';
import { openSqlite, type SqliteDatabase } from './sqlite.ts';
import { isPlainDatabase } from './sqlite-cipher.ts';

/** A copy under way, or what a kill left of one. */
export const UNFINISHED = '.unfinished';
const OWNER = /\.(\d+)\.[0-9a-f]+\.unfinished(?:-journal)?$/;

export interface CopyName {
  readonly folder: string;
  /** What it is of. */
  readonly name: string;
  readonly now: number;
}

/** The path of the copy. */
export function copyDatabase(database: SqliteDatabase, { folder, name, now }: CopyName): string {
  makePrivateFolder(folder);
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const target = join(folder, `${name}-${time}.db`);
  removeLeftBehind(folder);
  // Two processes, or two threads of one, may make one at the same time.
  const own = `${process.pid}.${randomBytes(4).toString('hex')}`;
  const unfinished = join(folder, `${name}.${own}${UNFINISHED}`);
  try {
    writeCopy(database, unfinished);
    if (!isPlainDatabase(unfinished)) return finish(unfinished, target);
    const compressed = join(folder, `${name}.${own}0${UNFINISHED}`);
    try {
      compressFile(unfinished, compressed);
      return finish(compressed, `${target}${COMPRESSED}`);
    } finally {
      rmSync(compressed, { force: true });
    }
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** What a process that was killed had not finished. */
function removeLeftBehind(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = OWNER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

export function copyInto(database: SqliteDatabase, target: string, unfinished: string): void {
  try {
    writeCopy(database, unfinished);
    finish(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function writeCopy(database: SqliteDatabase, unfinished: string): void {
  rmSync(unfinished, { force: true });
  // VACUUM INTO accepts an empty file, and so it gets a private one.
  closeSync(openSync(unfinished, 'wx', PRIVATE_FILE));
  database.prepare('VACUUM INTO ?').run(unfinished);
  const file = openSync(unfinished, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  check(unfinished);
}

function finish(unfinished: string, target: string): string {
  renameSync(unfinished, target);
  syncFolder(dirname(target));
  return target;
}

function check(path: string): void {
  const copy = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  try {
    const result = copy.pragma('quick_check(1)', { simple: true });
    if (result === 'ok') return;
    throw new CarryoverError(`the copy ${path} is damaged: ${String(result)}`, {
      code: 'database-corrupt',
      subject: path,
      hint: 'check the disk; what was copied is as it was',
    });
  } finally {
    copy.close();
  }
}

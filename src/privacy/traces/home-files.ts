/** Every file under a folder, as it is on disk: links are not followed, and what is no file (a socket) is left out. */
import { lstatSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { COMPRESSED, expandFile } from '../../platform/compressed-copy.ts';
import { UNFINISHED } from '../../platform/sqlite-copy.ts';
import { resultCodeOf } from '../../platform/sqlite-error.ts';

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

export function* filesUnder(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile()) yield path;
  }
}

/**
 * Hands over a file that can be searched: the file itself, or what is in a compressed copy, which is there only meanwhile,
 * under a name by which whoever makes copies removes what a kill has left. One that is damaged, or for which there is no room, is handed over as it is.
 */
export function searchable<Result>(path: string, search: (file: string) => Result): Result {
  if (!path.endsWith(`.db${COMPRESSED}`)) return search(path);
  const expanded = `${path}.${process.pid}.0${UNFINISHED}`;
  try {
    return search(expandedAt(path, expanded) ? expanded : path);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(expanded + suffix, { force: true });
  }
}

function expandedAt(path: string, expanded: string): boolean {
  try {
    expandFile(path, expanded);
    return true;
  } catch (thrown) {
    if (
      ['ENOENT', 'ENOSPC'].includes(resultCodeOf(thrown)) ||
      (thrown instanceof CarryoverError && thrown.code === 'backup-damaged')
    )
      return false;
    throw thrown;
  }
}

/** 0 when it is gone meanwhile: logs are rotated, spooled events taken in. */
export function bytesOf(path: string): number {
  return unlessGone(() => lstatSync(path).size, 0);
}

export function unlessGone<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch (thrown) {
    if (resultCodeOf(thrown) === 'ENOENT') return otherwise;
    throw thrown;
  }
}

/** Undefined when it is gone meanwhile; `unreadable` when this user may not read it. */
export function openToRead(path: string): number | 'unreadable' | undefined {
  try {
    return unlessGone(() => openSync(path, 'r'), undefined);
  } catch (thrown) {
    if (UNREADABLE.has(resultCodeOf(thrown))) return 'unreadable';
    throw thrown;
  }
}

/** Every file under a folder, as it is on disk: links are not followed, and what is no file (a socket) is left out. */
import { lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { resultCodeOf } from '../../platform/sqlite-error.ts';

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

export function* filesUnder(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile()) yield path;
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

/**
 * The only place that writes files people or processes rely on: temp file, fsync, rename, fsync of the folder. A reader
 * sees the old content or the new, never a mix, and what was written survives a power cut. Files are private (0600).
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError, messageOf } from '../memory/error.ts';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

let counter = 0;

export function writeFileAtomically(path: string, content: string | Uint8Array, mode: number = PRIVATE_FILE): void {
  placeFileAtomically(path, content, mode, (temporary) => renameSync(temporary, path));
}

/** `place` gives the file its name, by rename or link, or decides against it; the temporary name is gone afterwards. */
export function placeFileAtomically<Result>(
  path: string,
  content: string | Uint8Array,
  mode: number,
  place: (temporary: string) => Result,
): Result {
  counter += 1;
  const temporary = `${path}.${process.pid}.${counter}.tmp`;
  let placed: Result;
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      // The umask may have taken bits away; the mode asked for is the mode it gets.
      fchmodSync(file, mode);
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    placed = place(temporary);
  } catch (cause) {
    throw writeFailed(path, cause);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
  return placed;
}

export function writeFailed(path: string, cause: unknown): CarryoverError {
  return new CarryoverError(`cannot write ${path}: ${messageOf(cause)}`, {
    code: 'write-failed',
    subject: path,
    hint: 'check free space and the permissions of the folder',
    retryable: true,
    cause,
  });
}

/** Makes a rename or a removal in this folder durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (cause) {
    throw writeFailed(path, refusalOf(path) ?? cause);
  }
}

/** Why nothing can be made at this path: `mkdir` and SQLite call a place that may not be written "not found". */
export function refusalOf(path: string): unknown {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (refusal) {
    return refusal;
  }
}

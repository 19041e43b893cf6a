/**
 * The only place that writes files people or processes rely on: temp file, fsync, rename, fsync of the folder. A reader
 * sees the old content or the new, never a mix, and what was written survives a power cut. Files are private (0600).
 */
import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError, messageOf } from '../memory/error.ts';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

let counter = 0;

export function writeFileAtomically(path: string, content: string | Uint8Array, mode: number = PRIVATE_FILE): void {
  counter += 1;
  const temporary = `${path}.${process.pid}.${counter}.tmp`;
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
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new CarryoverError(`cannot write ${path}: ${messageOf(cause)}`, {
      code: 'write-failed',
      subject: path,
      hint: 'check free space and the permissions of the folder',
      retryable: true,
      cause,
    });
  }
  syncFolder(dirname(path));
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
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

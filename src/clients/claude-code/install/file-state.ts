/** A file as it is on disk before we touch it. Links are followed: dotfiles are often linked, and stay linked. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CarryoverError, messageOf } from '../../../memory/error.ts';
import { isCode } from '../../../platform/private-file.ts';

const PERMISSION_BITS = 0o777;

export interface FileState {
  /** Where the content really is. */
  readonly path: string;
  /** Null when there is no file. */
  readonly text: string | null;
  readonly mode: number | null;
}

export function readFileState(path: string): FileState {
  try {
    const real = realPathOf(path);
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat === undefined) return { path: real, text: null, mode: null };
    // Bytes that are not UTF-8 would not survive being written back.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(real));
    return { path: real, text, mode: stat.mode & PERMISSION_BITS };
  } catch (cause) {
    if (cause instanceof CarryoverError) throw cause;
    throw new CarryoverError(`cannot read ${path}: ${messageOf(cause)}`, {
      code: 'settings-unreadable',
      subject: path,
      hint: 'it must be a text file in UTF-8 that you may read; nothing was changed',
      cause,
    });
  }
}

/** Of a file that need not exist, in folders that need not exist. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (!isCode(cause, 'ENOENT') || dirname(path) === path) throw cause;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new CarryoverError(`${path} is a link to a file that does not exist`, {
      code: 'settings-broken-link',
      subject: path,
      hint: 'create the file it points to, or remove the link; nothing was changed',
    });
  }
  return join(realPathOf(dirname(path)), basename(path));
}

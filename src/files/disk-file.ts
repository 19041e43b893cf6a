/**
 * Reads what stands at a path, whatever it is, without following a link and without waiting: a symbolic link, FIFO,
 * socket or folder in place of a file is told, never read (F-20).
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isCode } from '../platform/private-file.ts';
import { normalText } from './file-text.ts';

/** A thousand times what a memory file needs; what is larger is no memory file. */
const LARGEST_BYTES = 1_048_576;
const READ_BYTES = 65_536;
/** One for all: it is read within one call. */
const CHUNK = Buffer.alloc(READ_BYTES);
const LOOK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export type UnusableReason = 'symlink' | 'not-a-file' | 'hard-link' | 'unreadable' | 'too-large' | 'not-text';

export type DiskFile =
  | {
      readonly state: 'text';
      /** In normal form. */
      readonly content: string;
      /** SHA-256 of the bytes as they are. */
      readonly hash: string;
      /** Whether the bytes are the normal form already. */
      readonly exact: boolean;
      /** When it was last changed in any way, which nobody can set back. */
      readonly changedAt: number;
    }
  | { readonly state: 'absent' }
  | { readonly state: 'unusable'; readonly reason: UnusableReason };

/** A file with more names than `maxLinks` is unusable: whoever has the other name would see it change. */
export function readDiskFile(path: string, maxLinks = 1): DiskFile {
  return withDiskFile(path, (file) => (typeof file === 'number' ? describeFile(file, maxLinks) : file));
}

/** Calls back with an open descriptor, closed afterwards, or with why there is none. */
export function withDiskFile<Result>(path: string, use: (file: number | DiskFile) => Result): Result {
  let file: number;
  try {
    file = openSync(path, LOOK);
  } catch (cause) {
    return use(refused(cause));
  }
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

function refused(cause: unknown): DiskFile {
  if (isCode(cause, 'ENOENT')) return { state: 'absent' };
  if (isCode(cause, 'ELOOP')) return unusable('symlink');
  // What opening a socket says.
  if (isCode(cause, 'ENXIO') || isCode(cause, 'EOPNOTSUPP')) return unusable('not-a-file');
  return unusable('unreadable');
}

/** Of an open file, from its beginning, wherever its name has gone meanwhile. */
export function describeFile(file: number, maxLinks: number): DiskFile {
  const stat = fstatSync(file);
  if (!stat.isFile()) return unusable('not-a-file');
  if (stat.nlink > maxLinks) return unusable('hard-link');
  if (stat.size > LARGEST_BYTES) return unusable('too-large');
  const bytes = readWhole(file);
  if (bytes === null) return unusable('unreadable');
  const text = decode(bytes);
  if (text === null) return unusable('not-text');
  const content = normalText(text);
  const hash = createHash('sha256').update(bytes).digest('hex');
  // Asked after reading, so that no change is told as older than it is.
  return { state: 'text', content, hash, exact: content === text, changedAt: fstatSync(file).ctimeMs };
}

/** By position, so that the same descriptor can be read again. */
function readWhole(file: number): Buffer | null {
  const chunks: Buffer[] = [];
  let at = 0;
  try {
    for (;;) {
      const count = readSync(file, CHUNK, 0, READ_BYTES, at);
      if (count === 0 || at > LARGEST_BYTES) return Buffer.concat(chunks);
      chunks.push(Buffer.from(CHUNK.subarray(0, count)));
      at += count;
    }
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unusable(reason: UnusableReason): DiskFile {
  return { state: 'unusable', reason };
}

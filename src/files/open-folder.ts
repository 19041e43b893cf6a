/**
 * A folder below a root, reached step by step without following a link, and held while it is worked in. On Linux what is
 * held is the folder itself, through its descriptor: if someone swaps its path for a link to elsewhere, the work still
 * happens where it was meant to (F-20). Limit: elsewhere the path is checked, then used.
 */
import { closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../platform/atomic-file.ts';
import { isCode } from '../platform/private-file.ts';

const DESCRIPTORS = '/proc/self/fd';
const HAS_DESCRIPTORS = existsSync(DESCRIPTORS);
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY;

export type HeldFolder =
  | { readonly path: string }
  | { readonly refusal: 'absent' | 'symlink' | 'unreadable'; readonly cause: unknown };

/** The path `use` gets is good while it runs. The root itself may be a link: it is the caller's choice. */
export function withHeldFolder<Result>(
  root: string,
  steps: readonly string[],
  missing: 'make' | 'leave',
  use: (folder: HeldFolder) => Result,
): Result {
  const opened: number[] = [];
  const enter = (path: string, flags: number): string => {
    if (missing === 'make') makeFolder(path);
    const folder = openSync(path, flags);
    opened.push(folder);
    return HAS_DESCRIPTORS ? join(DESCRIPTORS, String(folder)) : path;
  };
  try {
    let path: string;
    try {
      path = steps.reduce((at, step) => enter(join(at, step), FOLDER | constants.O_NOFOLLOW), enter(root, FOLDER));
    } catch (cause) {
      return use({ refusal: refusalOf(cause), cause });
    }
    return use({ path });
  } finally {
    for (const folder of opened) closeSync(folder);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw cause;
  }
}

function refusalOf(cause: unknown): 'absent' | 'symlink' | 'unreadable' {
  if (isCode(cause, 'ENOENT')) return 'absent';
  return isCode(cause, 'ELOOP') || isCode(cause, 'ENOTDIR') ? 'symlink' : 'unreadable';
}

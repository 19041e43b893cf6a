/**
 * Room that is kept so that forgetting works when there is none left: deleting from a database writes before it frees. The
 * file is full of chance, because some file systems keep no room for zeros. On a small disk it is small, and on one that
 * is nearly full there is none: what people say needs the room more.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../memory/error.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

const MOST_BYTES = 8 * 1024 * 1024;
const LEAST_BYTES = 512 * 1024;
/** Of what is free. */
const SHARE = 1 / 8;

/** Why there is none; undefined when it is there. */
export function keepReserve(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    const bytes = Math.min(MOST_BYTES, Math.floor(bavail * bsize * SHARE));
    if (bytes < LEAST_BYTES) return 'the disk is nearly full';
    writeFileAtomically(path, randomBytes(bytes));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

export function releaseReserve(path: string): void {
  rmSync(path, { force: true });
}

/**
 * Room that is kept so that forgetting works when there is none left: deleting from a database writes before it frees. The
 * file is full of chance, because some file systems keep no room for zeros.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { messageOf } from '../../memory/error.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

const RESERVE_BYTES = 8 * 1024 * 1024;

/** Why it could not be made; undefined when it is there. */
export function keepReserve(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return undefined;
  try {
    writeFileAtomically(path, randomBytes(RESERVE_BYTES));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

export function releaseReserve(path: string): void {
  rmSync(path, { force: true });
}

/**
 * The last boot block of each space, as a file: what a session gets when it starts while the daemon does not answer.
 * Read by the hook, so built-ins only.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, writeFileAtomically } from '../platform/atomic-file.ts';

export function writeLastBlock(folder: string, anchor: string, block: string): void {
  makePrivateFolder(folder);
  writeFileAtomically(fileOf(folder, anchor), block);
}

export function readLastBlock(folder: string, anchor: string): string | undefined {
  try {
    return readFileSync(fileOf(folder, anchor), 'utf8');
  } catch {
    // None was rendered for this space yet.
    return undefined;
  }
}

function fileOf(folder: string, anchor: string): string {
  return join(folder, `${createHash('sha256').update(anchor).digest('hex').slice(0, 24)}.txt`);
}

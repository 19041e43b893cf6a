/**
 * The last boot block of each space, as a file: what a session gets when it starts while the daemon does not answer.
 * Read by the hook, so built-ins only.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../memory/unknown.ts';
import { makePrivateFolder, writeFileAtomically } from '../platform/atomic-file.ts';

export function writeLastBlock(folder: string, anchor: string, ...parts: readonly string[]): void {
  makePrivateFolder(folder);
  writeFileAtomically(fileOf(folder, anchor), JSON.stringify(parts));
}

/** Parts count from 1. Undefined when none was rendered for this space yet, or it has fewer parts. */
export function readLastBlock(folder: string, anchor: string, part: number): string | undefined {
  try {
    const parts: unknown = JSON.parse(readFileSync(fileOf(folder, anchor), 'utf8'));
    return Array.isArray(parts) ? text(parts[part - 1]) || undefined : undefined;
  } catch {
    // No file, or one that is none of ours: the session starts without.
    return undefined;
  }
}

/** No rendered copy may stay: something was erased, or switched off. They come back with the next session. */
export function removeLastBlocks(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function fileOf(folder: string, anchor: string): string {
  return join(folder, `${createHash('sha256').update(anchor).digest('hex').slice(0, 24)}.json`);
}

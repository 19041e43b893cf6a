/**
 * The last boot block of each space, as a file: what a session gets when it starts while the daemon does not answer.
 * Read by the hook, so built-ins only.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProject } from '../memory/fingerprint.ts';
import { isObject, text } from '../memory/json-guards.ts';
import type { SpaceIdentity } from '../memory/space.ts';
import { makePrivateFolder, writeFileAtomically } from '../platform/atomic-file.ts';

type Place = Pick<SpaceIdentity, 'anchor' | 'kind' | 'fingerprint'>;

export function writeLastBlock(folder: string, place: Place, ...parts: readonly string[]): void {
  const { anchor, kind, fingerprint } = place;
  makePrivateFolder(folder);
  writeFileAtomically(fileOf(folder, anchor), JSON.stringify({ kind, fingerprint, parts }));
}

/**
 * Parts count from 1. Undefined when none was rendered for this space yet, or it has fewer parts, or another project is at
 * its place by now.
 */
export function readLastBlock(folder: string, place: Place, part: number): string | undefined {
  try {
    const last: unknown = JSON.parse(readFileSync(fileOf(folder, place.anchor), 'utf8'));
    if (!isObject(last) || !Array.isArray(last.parts)) return undefined;
    const kind = last.kind === 'git' ? 'git' : 'folder';
    if (!isSameProject({ kind, fingerprint: text(last.fingerprint) }, place)) return undefined;
    return text(last.parts[part - 1]) || undefined;
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

/**
 * The last boot block of each space, as a file: what a session gets when it starts while the daemon does not answer.
 * Read by the hook, so built-ins only.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProject } from '../memory/fingerprint.ts';
import { isObject, text } from '../memory/json-guards.ts';
import type { SpaceIdentity } from '../memory/space.ts';
import { makePrivateFolder, writeFileAtomically } from '../platform/atomic-file.ts';

type Place = Pick<SpaceIdentity, 'anchor' | 'kind' | 'fingerprint'>;

/** Some hold what was erased since: whoever finds this replaces them. */
const REPLACING = 'replacing';

/** Returns the name of its file. */
export function writeLastBlock(folder: string, place: Place, ...parts: readonly string[]): string {
  const { anchor, kind, fingerprint } = place;
  makePrivateFolder(folder);
  writeFileAtomically(join(folder, nameOf(anchor)), JSON.stringify({ kind, fingerprint, parts }));
  return nameOf(anchor);
}

/**
 * Parts count from 1. Undefined when none was rendered for this space yet, or it has fewer parts, or another project is at
 * its place by now.
 */
export function readLastBlock(folder: string, place: Place, part: number): string | undefined {
  try {
    const last: unknown = JSON.parse(readFileSync(join(folder, nameOf(place.anchor)), 'utf8'));
    if (!isObject(last) || !Array.isArray(last.parts)) return undefined;
    const kind = last.kind === 'git' ? 'git' : 'folder';
    if (!isSameProject({ kind, fingerprint: text(last.fingerprint) }, place)) return undefined;
    return text(last.parts[part - 1]) || undefined;
  } catch {
    // No file, or one that is none of ours: the session starts without.
    return undefined;
  }
}

/** No rendered copy may stay: something was switched off. They come back with the next session, where they may. */
export function removeLastBlocks(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Survives whoever replaces them. */
export function noteReplacing(folder: string): void {
  if (!existsSync(folder)) return;
  writeFileAtomically(join(folder, REPLACING), '');
}

export function areBeingReplaced(folder: string): boolean {
  return existsSync(join(folder, REPLACING));
}

/** All others go; with the last of them the note that they were to be replaced, unless others are. */
export function keepOnly(folder: string, kept: ReadonlySet<string>, areReplaced: boolean): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (!kept.has(name) && name !== REPLACING) rmSync(join(folder, name), { recursive: true, force: true });
  if (areReplaced) rmSync(join(folder, REPLACING), { force: true });
}

function nameOf(anchor: string): string {
  return `${createHash('sha256').update(anchor).digest('hex').slice(0, 24)}.json`;
}

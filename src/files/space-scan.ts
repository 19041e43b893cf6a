/**
 * What stands in a project's folder, as files.md tells it: paths from the root, sorted. Reads names only, follows no
 * link, and stops early: an index is for orientation, not an inventory. Names are as they are on disk: whoever writes one
 * down quotes it.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpaceListing {
  readonly paths: readonly string[];
  /** There was more than was listed. */
  readonly partial: boolean;
}

const MOST_PATHS = 2_000;
const DEEPEST = 8;
/** Made by tools, not by people; and whatever begins with a dot. */
const PASSED_OVER: ReadonlySet<string> = new Set(
  'node_modules bower_components vendor dist build out target coverage venv env __pycache__ site-packages Pods DerivedData tmp'.split(
    ' ',
  ),
);

/** Undefined when the folder cannot be read. */
export async function scanSpace(root: string): Promise<SpaceListing | undefined> {
  const paths: string[] = [];
  let partial = false;
  // Breadth first, so that a stop early has seen every folder near the root.
  let level: readonly string[] = [''];
  for (let depth = 0; level.length > 0 && !partial; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (paths.length >= MOST_PATHS) {
        partial = true;
        break;
      }
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
      if (entries === undefined && folder === '') return undefined;
      for (const entry of entries ?? []) {
        if (entry.name.startsWith('.')) continue;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) paths.push(path);
        else if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) next.push(path);
      }
    }
    if (depth === DEEPEST && next.length > 0) partial = true;
    level = depth === DEEPEST ? [] : next.sort();
  }
  return { paths: paths.sort().slice(0, MOST_PATHS), partial: partial || paths.length > MOST_PATHS };
}

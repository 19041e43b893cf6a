/**
 * What stands in a project's folder, as files.md tells it: paths from the root, sorted. Reads names only, follows no
 * link, and stops early: an index is for orientation, not an inventory. Whatever the folder holds, no more than a few thousand
 * names are looked at, a few at a time. Names are as they are on disk: whoever writes one down quotes it.
 */
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Breather } from '../platform/breathe.ts';
import { systemClock } from '../platform/clock.ts';

export interface SpaceListing {
  readonly paths: readonly string[];
  /** There was more than was listed. */
  readonly partial: boolean;
}

const MOST_PATHS = 2_000;
const MOST_FOLDERS = 2_000;
/** Names looked at, also of what is not listed. */
const MOST_NAMES = 20_000;
const DEEPEST = 8;
/** Made by tools, not by people; and whatever begins with a dot. */
const PASSED_OVER: ReadonlySet<string> = new Set(
  'node_modules bower_components vendor dist build out target coverage venv env __pycache__ site-packages Pods DerivedData tmp'.split(
    ' ',
  ),
);

/** Undefined when the folder cannot be read. */
export async function scanSpace(root: string): Promise<SpaceListing | undefined> {
  const look = new Look(root);
  // Breadth first, so that a stop early has seen every folder near the root.
  let level: readonly string[] = [''];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (look.isFull) break;
      const isRead = await look.at(folder, next);
      if (!isRead && folder === '') return undefined;
    }
    if (depth === DEEPEST && next.length > 0) look.isFull = true;
    level = depth === DEEPEST || look.isFull ? [] : next.sort();
  }
  return { paths: look.paths.sort().slice(0, MOST_PATHS), partial: look.isFull || look.paths.length > MOST_PATHS };
}

class Look {
  readonly paths: string[] = [];
  isFull = false;
  readonly #root: string;
  readonly #breather = new Breather(systemClock);
  #names = 0;
  #folders = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** False when it cannot be read. */
  async at(folder: string, next: string[]): Promise<boolean> {
    this.#folders += 1;
    this.isFull = this.paths.length >= MOST_PATHS || this.#folders > MOST_FOLDERS;
    if (this.isFull) return true;
    try {
      for await (const entry of await opendir(join(this.#root, folder))) {
        await this.#breather.breathe();
        this.#names += 1;
        this.isFull = this.#names > MOST_NAMES;
        if (this.isFull) break;
        if (entry.name.startsWith('.')) continue;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) this.paths.push(path);
        else if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) next.push(path);
      }
      return true;
    } catch {
      // Not ours to read, or gone since its name was read.
      return false;
    }
  }
}

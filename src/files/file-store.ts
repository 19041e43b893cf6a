/**
 * The memory files on disk. Nothing outside the root is ever written or read: links are not followed, on no step of the
 * way (F-20). A write replaces a file whole, and only if it is still what the caller has seen (F-19): the bytes are
 * compared directly before the rename, and the replaced file is read once more after it, so that a save in place that
 * came between is handed back. What stands in the way (a link, a FIFO, a folder, bytes that are no text) is neither
 * written through nor deleted: it is moved aside under a new name in the same folder.
 *
 * Limits: an editor that saves by renaming its own file into the place, within the microseconds between comparing and
 * renaming, loses that save; and so does one that opened the old file and starts to write after it was read again.
 */
import { linkSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { MemoryFileRef } from '../memory/memory-file.ts';
import { PRIVATE_FILE, placeFileAtomically, writeFailed } from '../platform/atomic-file.ts';
import { systemClock } from '../platform/clock.ts';
import { isCode } from '../platform/private-file.ts';
import { type DiskFile, describeFile, readDiskFile, withDiskFile } from './disk-file.ts';
import { type HeldFolder, withHeldFolder } from './open-folder.ts';
import { SeenFiles } from './read-cache.ts';

/** A save in place empties the file and then fills it, mostly within a millisecond. */
const SAVE_PAUSE_MS = 20;
const SAVE_LOOKS = 25;

export interface DeskOptions {
  readonly root: string;
  /** Of a space's files, relative to the root, with `/` between its steps. */
  folderOf(workspace: SpaceId): string;
}

/** `aside` is the name that what stood in the way has now. */
export type WriteOutcome =
  | {
      readonly outcome: 'written';
      /** What someone saved in place in the last instant, and this write replaced; null when there was nothing. */
      readonly overwritten: DiskFile | null;
      readonly aside: string | null;
    }
  /** Nothing was written: this is what stands there now. */
  | { readonly outcome: 'changed'; readonly found: DiskFile; readonly aside: string | null };

export class FileStore {
  readonly #options: DeskOptions;
  readonly #seen = new SeenFiles(systemClock);

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  path(ref: MemoryFileRef): string {
    return join(this.#options.root, ...this.#steps(ref), ref.name);
  }

  read(ref: MemoryFileRef): DiskFile {
    return withHeldFolder(this.#options.root, this.#steps(ref), 'leave', (folder): DiskFile => {
      if ('refusal' in folder)
        return folder.refusal === 'absent' ? { state: 'absent' } : { state: 'unusable', reason: folder.refusal };
      const path = join(folder.path, ref.name);
      const found = this.#seen.read(this.path(ref), path);
      // A crash between link and unlink leaves a second name of our own making.
      if (found.state !== 'unusable' || found.reason !== 'hard-link' || !sweep(folder.path, ref.name)) return found;
      return readDiskFile(path);
    });
  }

  /** `expected` is what the caller read and bases `content` on. */
  write(ref: MemoryFileRef, content: string, expected: DiskFile): WriteOutcome {
    return withHeldFolder(this.#options.root, this.#steps(ref), 'make', (folder) => {
      if ('refusal' in folder) throw folderRefused(this.path(ref), folder);
      try {
        sweep(folder.path, ref.name);
        return placeFileAtomically(join(folder.path, ref.name), content, PRIVATE_FILE, (temporary) =>
          place(temporary, folder.path, ref.name, expected),
        );
      } catch (cause) {
        throw writeFailed(this.path(ref), cause instanceof CarryoverError ? cause.cause : cause);
      }
    });
  }

  #steps({ workspace }: MemoryFileRef): readonly string[] {
    const steps = workspace === null ? [] : this.#options.folderOf(workspace).split('/');
    if (steps.every((step) => !['', '.', '..'].includes(step))) return steps;
    throw new CarryoverError(`the folder of space ${workspace} is outside of ${this.#options.root}`, {
      code: 'outside-memory',
      subject: steps.join('/'),
    });
  }
}

function folderRefused(path: string, { refusal, cause }: Exclude<HeldFolder, { path: string }>): CarryoverError {
  if (refusal !== 'symlink') return writeFailed(path, cause);
  return new CarryoverError(`cannot write ${path}: a folder on the way is a link, or no folder`, {
    code: 'folder-unusable',
    subject: path,
    hint: 'memory files are only written where they belong: move away what is in the place of the folder',
  });
}

function place(temporary: string, folder: string, name: string, expected: DiskFile): WriteOutcome {
  const path = join(folder, name);
  return withDiskFile(path, (file): WriteOutcome => {
    const found = typeof file === 'number' ? describeFile(file, 1) : file;
    if (!isSame(found, expected)) return { outcome: 'changed', found, aside: null };
    if (found.state === 'text' && typeof file === 'number') {
      renameSync(temporary, path);
      return { outcome: 'written', overwritten: savedMeanwhile(file, found), aside: null };
    }
    const aside = found.state === 'absent' ? null : moveAside(folder, name);
    try {
      // Unlike a rename, a link never takes the place of what someone made meanwhile.
      linkSync(temporary, path);
    } catch (cause) {
      if (isCode(cause, 'EEXIST')) return { outcome: 'changed', found: readDiskFile(path), aside };
      throw cause;
    }
    return { outcome: 'written', overwritten: null, aside };
  });
}

function isSame(a: DiskFile, b: DiskFile): boolean {
  if (a.state === 'text') return b.state === 'text' && a.hash === b.hash;
  if (a.state === 'unusable') return b.state === 'unusable' && a.reason === b.reason;
  return b.state === 'absent';
}

/** Reads the replaced file again, and if it was touched, until it stays the same: a save may be half done. */
function savedMeanwhile(file: number, replaced: DiskFile): DiskFile | null {
  let now = describeFile(file, 1);
  if (isSame(now, replaced)) return null;
  for (let look = 0; look < SAVE_LOOKS; look += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SAVE_PAUSE_MS);
    const before = now;
    now = describeFile(file, 1);
    if (isSame(before, now) && !(now.state === 'text' && now.content === '')) break;
  }
  return now;
}

/** Null when there is nothing any more. */
function moveAside(folder: string, name: string): string | null {
  let number = 1;
  const aside = (): string => `${name}.aside-${number}`;
  while (lstatSync(join(folder, aside()), { throwIfNoEntry: false }) !== undefined) number += 1;
  try {
    renameSync(join(folder, name), join(folder, aside()));
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return null;
    throw cause;
  }
  return aside();
}

/** Removes what a killed write has left. True when there was something. */
function sweep(folder: string, name: string): boolean {
  const left = readdirSync(folder).filter(
    (entry) => entry.startsWith(`${name}.`) && /^\d+\.\d+\.tmp$/.test(entry.slice(name.length + 1)),
  );
  for (const entry of left) rmSync(join(folder, entry), { force: true });
  return left.length > 0;
}

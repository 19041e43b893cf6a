/**
 * Writes a plan: all of it or nothing. Each file is written atomically, and only if it still is what the plan was made
 * from; when it is not, or a write fails, what was written before is taken back. The client's config is written under
 * the client's own lock, because a running client rewrites it all the time.
 */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { CarryoverError, messageOf } from '../../../memory/error.ts';
import { makePrivateFolder, PRIVATE_FILE, syncFolder, writeFileAtomically } from '../../../platform/atomic-file.ts';
import { withFolderLock } from '../../../platform/folder-lock.ts';
import { readFileState } from './file-state.ts';
import type { FileChange } from './plan.ts';

/** False when a file changed since the plan was made: nothing is written then, and a new plan is needed. */
export function applyChanges(changes: readonly FileChange[]): boolean {
  const done: { readonly change: FileChange; readonly createdFolders: readonly string[] }[] = [];
  const takeBack = (): void => {
    for (const { change, createdFolders } of done.toReversed()) {
      applyOne(inverseOf(change));
      removeEmptyFolders(createdFolders);
    }
  };
  try {
    for (const change of changes) {
      const createdFolders = missingFolders(change.path);
      if (applyOne(change)) {
        done.push({ change, createdFolders });
        continue;
      }
      takeBack();
      return false;
    }
    return true;
  } catch (cause) {
    try {
      takeBack();
    } catch (undoFailure) {
      throw new CarryoverError(`${messageOf(cause)}; and undoing the rest failed: ${messageOf(undoFailure)}`, {
        code: 'install-incomplete',
        hint: 'make the files writable, then run the command again, or `carryover uninstall`',
        cause,
      });
    }
    throw cause;
  }
}

/** The folders that have to be made for this file, the innermost first. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return existsSync(folder) ? [] : [folder, ...missingFolders(folder)];
}

/** Stops at the first that someone else put something into. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    if (!existsSync(folder) || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

function applyOne(change: FileChange): boolean {
  if (change.after !== null) makePrivateFolder(dirname(change.path));
  return change.purpose === 'mcp' ? withFolderLock(change.path, () => writeIfSame(change)) : writeIfSame(change);
}

function writeIfSame({ path, before, after, mode }: FileChange): boolean {
  if (readFileState(path).text !== before) return false;
  if (after === null) {
    rmSync(path, { force: true });
    syncFolder(dirname(path));
  } else {
    writeFileAtomically(path, after, mode);
  }
  return true;
}

function inverseOf(change: FileChange): FileChange {
  return { ...change, before: change.after, after: change.before, mode: change.modeBefore ?? PRIVATE_FILE };
}

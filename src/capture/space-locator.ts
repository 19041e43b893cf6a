/**
 * Which project a folder belongs to, by looking at the disk: the one resolver for capture, search and injection.
 * Reads a few small files, starts no process (git is not asked), so the hook can use it too.
 *
 * - Inside a git repository: the repository, whichever worktree or sub-folder it is. A submodule is its own.
 * - A bare repository is one; its worktrees belong to it.
 * - Anything else: the folder itself. Symlinks are resolved first.
 * - A folder that is gone (the event is late) is taken by its name alone.
 * Two clones of one remote are two spaces. Limit: a folder moved to another disk is a new space.
 */
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { SpaceIdentity } from '../memory/space.ts';

export interface LocatedSpace extends SpaceIdentity {
  /** The top folder of the worktree that holds the asked folder; equals `root` without worktrees. */
  readonly worktree: string;
}

export function locateSpace(folder: string): LocatedSpace {
  const start = realPath(folder);
  for (let at = start; ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found !== undefined) return found;
    if (dirname(at) === at) break;
  }
  return { anchor: start, root: start, worktree: start, kind: 'folder', fingerprint: fingerprintOf(start) };
}

/** Whether a path lies in the space: in the worktree at hand or in the main one. */
export function isInside(space: LocatedSpace, path: string, cwd: string): boolean {
  const absolute = realPath(isAbsolute(path) ? path : resolve(cwd, path));
  return [space.worktree, space.root].some(
    (top) => absolute === top || absolute.startsWith(top.endsWith(sep) ? top : top + sep),
  );
}

function repositoryAt(folder: string): LocatedSpace | undefined {
  const dotGit = join(folder, '.git');
  const stat = statOf(dotGit);
  if (stat?.isDirectory() === true && isGitFolder(dotGit)) return gitSpace(dotGit, folder, folder);
  if (stat?.isFile() === true) return linkedWorktree(dotGit, folder);
  return isGitFolder(folder) ? gitSpace(folder, folder, folder) : undefined;
}

/** A worktree or submodule has a `.git` file naming its git folder; a worktree's git folder names the common one. */
function linkedWorktree(dotGit: string, folder: string): LocatedSpace | undefined {
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(readText(dotGit) ?? '')?.[1];
  if (named === undefined) return undefined;
  const gitFolder = realPath(resolve(folder, named));
  const common = readText(join(gitFolder, 'commondir'))?.trim();
  if (common === undefined) return isGitFolder(gitFolder) ? gitSpace(gitFolder, folder, folder) : undefined;
  const anchor = realPath(resolve(gitFolder, common));
  const root = anchor.endsWith(`${sep}.git`) ? dirname(anchor) : anchor;
  return gitSpace(anchor, root, folder);
}

function gitSpace(anchor: string, root: string, worktree: string): LocatedSpace {
  return { anchor, root, worktree, kind: 'git', fingerprint: fingerprintOf(anchor) };
}

function isGitFolder(path: string): boolean {
  return (
    statOf(join(path, 'HEAD')) !== undefined &&
    statOf(join(path, 'objects'))?.isDirectory() === true &&
    statOf(join(path, 'refs')) !== undefined
  );
}

function fingerprintOf(path: string): string {
  const stat = statOf(path);
  return stat === undefined ? '' : `${stat.dev}:${stat.ino}:${Math.trunc(stat.birthtimeMs)}`;
}

/** The real path of what exists of it, with the rest appended: a file about to be written has no real path yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const parent = dirname(path);
    if (parent === path || !(cause instanceof Error)) return path;
    return join(realPath(parent), path.slice(parent.length));
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Not ours to read: as good as absent for the question asked here.
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Absent or unreadable: the caller then knows less, and says so by its answer.
    return undefined;
  }
}

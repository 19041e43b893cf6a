/**
 * Which project a folder belongs to, by looking at the disk: the one resolver for capture, search and injection.
 * Reads a few small files, starts no process (git is not asked), so the hook can use it too.
 *
 * - Inside a git repository: the repository, whichever worktree or sub-folder it is. A submodule is its own.
 * - A bare repository is one; its worktrees belong to it.
 * - A folder whose `.git` names a repository that does not know it: the folder itself (see git-folder.ts).
 * - Anything else: the folder itself. Symlinks are resolved first.
 * - A folder that is gone (the event is late) is taken by its name alone.
 * Two clones of one remote are two spaces. Limit: a folder moved to another disk is a new space, and so is a worktree
 * that was moved by hand, until `git worktree repair`.
 */
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { fingerprintText } from '../memory/fingerprint.ts';
import type { SpaceIdentity } from '../memory/space.ts';
import { gitDirectoryOf, LONGEST_PATH, mainFolderOf, realPath, repositoryEvidence, statOf } from './git-folder.ts';

export interface LocatedSpace extends SpaceIdentity {
  /** The top folder of the worktree that holds the asked folder; equals `root` without worktrees. */
  readonly worktree: string;
}

export function locateSpace(folder: string): LocatedSpace {
  const start = realPath(folder.slice(0, LONGEST_PATH));
  for (let at = start; ; at = dirname(at)) {
    const found = gitDirectoryOf(at);
    if (found === 'claimed') return plainFolder(at);
    if (found !== undefined) return repository(found, at);
    if (dirname(at) === at) break;
  }
  return plainFolder(start);
}

/** Whether a path lies in the space: in the worktree at hand or in the main one. */
export function isInside(space: LocatedSpace, path: string, cwd: string): boolean {
  const absolute = realPath(isAbsolute(path) ? path : resolve(cwd, path));
  return [space.worktree, space.root].some(
    (top) => absolute === top || absolute.startsWith(top.endsWith(sep) ? top : top + sep),
  );
}

function plainFolder(folder: string): LocatedSpace {
  return { anchor: folder, root: folder, worktree: folder, kind: 'folder', fingerprint: directoryPrint(folder) };
}

function repository(anchor: string, found: string): LocatedSpace {
  const root = mainFolderOf(anchor);
  const fingerprint = fingerprintText({
    anchor: directoryPrint(anchor),
    folder: directoryPrint(root),
    ...repositoryEvidence(anchor, root),
  });
  // Asked from within the git directory itself: its files are elsewhere.
  return { anchor, root, worktree: found === anchor ? root : found, kind: 'git', fingerprint };
}

function directoryPrint(path: string): string {
  const stat = statOf(path);
  return stat === undefined ? '' : `${stat.dev}:${stat.ino}:${Math.trunc(stat.birthtimeMs)}`;
}

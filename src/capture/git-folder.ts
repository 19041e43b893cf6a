/**
 * What stands in `.git`, by looking alone: no process is started, nothing is waited for, nothing large is read. Whatever
 * cannot be read says nothing.
 *
 * A `.git` directory is the folder's own, whatever is written in it. A `.git` file or link only claims to belong to a
 * repository, and anybody can write one into an archive; it counts when that repository says so too: a worktree is
 * registered in it under this very path, a submodule's configuration leads back to this folder.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CUT_LOG } from '../memory/fingerprint.ts';
import { configValue, type GitConfigEntry, mainRemote, readGitConfig } from './git-config.ts';

/** Longer than any path. */
const POINTER_BYTES = 8 * 1024;
const CONFIG_BYTES = 128 * 1024;
/** Opening a pipe would wait for a writer otherwise. */
const LOOK = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
/** Git's own word for "nothing was before": the first entry of a reflog that still has it. */
const BEGINNING = /^0{40,64} [0-9a-f]{40,64} /;

/** The git directory of the folder itself; `claimed` when its `.git` belongs to no repository that knows of it. */
export function gitDirectoryOf(folder: string): string | 'claimed' | undefined {
  const dotGit = join(folder, '.git');
  const link = lstatOf(dotGit);
  if (link?.isSymbolicLink() === true) return provenGitDirectory(folder, realPath(dotGit)) ?? 'claimed';
  if (link?.isFile() === true) return provenGitDirectory(folder, namedIn(dotGit)) ?? 'claimed';
  if (link?.isDirectory() === true) {
    if (isGitDirectory(dotGit)) return dotGit;
    // A repository that is closed to us is one all the same, and not its parent's.
    if (isClosed(join(dotGit, 'HEAD'))) return 'claimed';
  }
  return isGitDirectory(folder) ? folder : undefined;
}

/** The folder that a git directory is the repository of: its main worktree; a bare one is its own. */
export function mainFolderOf(gitDirectory: string): string {
  const worktree = worktreeOf(gitDirectory);
  if (worktree !== undefined && gitDirectoryOf(worktree) === gitDirectory) return worktree;
  return basename(gitDirectory) === '.git' ? dirname(gitDirectory) : gitDirectory;
}

/** Digests of what tells one repository from another: its main remote, and how its reflog began. */
export function repositoryEvidence(gitDirectory: string, root: string): { remote: string; log: string } {
  const remote = mainRemote(configOf(gitDirectory), root);
  const [first = ''] = (readStart(join(gitDirectory, 'logs', 'HEAD'), POINTER_BYTES) ?? '').split('\n', 1);
  const log = first === '' ? '' : BEGINNING.test(first) ? digestOf(first) : CUT_LOG;
  return { remote: remote === '' ? '' : digestOf(remote), log };
}

/** What no system opens: a longer name is no place, and walking up from it would take for ever. */
export const LONGEST_PATH = 4_096;

/** The real path of what exists of it, with the rest appended: a file about to be written has no real path yet. */
export function realPath(path: string): string {
  if (path.length > LONGEST_PATH) return path;
  const whole = resolve(path);
  const ends: number[] = [];
  for (let at = whole.indexOf(sep, 1); at !== -1; at = whole.indexOf(sep, at + 1)) ends.push(at);
  ends.push(whole.length);
  // Where a folder is not, nothing is below it: the last that exists is found by halving.
  let [known, real, from, to] = [0, '', 0, ends.length];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    const end = ends[middle - 1] ?? 0;
    const found = existingPath(whole.slice(0, end));
    if (found === undefined) to = middle - 1;
    else [known, real, from] = [end, found, middle];
  }
  return real === '' ? whole : join(real, whole.slice(known));
}

function existingPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // It is not there, or not ours to see.
    return undefined;
  }
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Not ours to read: as good as absent for the question asked here.
    return undefined;
  }
}

/** The repository that the git directory belongs to, when both of them name this folder. */
function provenGitDirectory(folder: string, gitDirectory: string | undefined): string | undefined {
  if (gitDirectory === undefined) return undefined;
  const common = readStart(join(gitDirectory, 'commondir'), POINTER_BYTES)?.trim();
  if (common === undefined)
    return isGitDirectory(gitDirectory) && worktreeOf(gitDirectory) === folder ? gitDirectory : undefined;
  const repository = realPath(resolve(gitDirectory, common));
  const back = readStart(join(gitDirectory, 'gitdir'), POINTER_BYTES)?.trim() ?? '';
  const isRegistered = dirname(gitDirectory) === join(repository, 'worktrees') && isGitDirectory(repository);
  const named = resolve(gitDirectory, back);
  return isRegistered && basename(named) === '.git' && realPath(dirname(named)) === folder ? repository : undefined;
}

/** What a `.git` file names. */
function namedIn(dotGit: string): string | undefined {
  const named = /^gitdir:[ \t]*([^\r\n]+?)[ \t]*\r?\n?$/.exec(readStart(dotGit, POINTER_BYTES) ?? '')?.[1];
  return named === undefined ? undefined : realPath(resolve(dirname(dotGit), named));
}

/** `core.worktree`: where the repository says that its files are. */
function worktreeOf(gitDirectory: string): string | undefined {
  const named = configValue(configOf(gitDirectory), 'core.worktree');
  return named === undefined || named === '' ? undefined : realPath(resolve(gitDirectory, named));
}

function configOf(gitDirectory: string): readonly GitConfigEntry[] {
  return ['config', 'config.worktree'].flatMap((name) =>
    readGitConfig(readStart(join(gitDirectory, name), CONFIG_BYTES) ?? ''),
  );
}

function isGitDirectory(path: string): boolean {
  return (
    statOf(join(path, 'HEAD')) !== undefined &&
    statOf(join(path, 'objects'))?.isDirectory() === true &&
    statOf(join(path, 'refs')) !== undefined
  );
}

function isClosed(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EACCES';
  }
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // As above.
    return undefined;
  }
}

/** Of a regular file, as text; undefined for anything else. */
function readStart(path: string, bytes: number): string | undefined {
  if (statOf(path)?.isFile() !== true) return undefined;
  let file: number;
  try {
    file = openSync(path, LOOK);
  } catch {
    // Not ours to read.
    return undefined;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const start = Buffer.allocUnsafe(Math.min(stat.size, bytes));
    return start.toString('utf8', 0, readSync(file, start, 0, start.length, 0));
  } catch {
    // A disk that fails here says nothing about the folder.
    return undefined;
  } finally {
    closeSync(file);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

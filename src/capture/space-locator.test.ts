import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInside, locateSpace } from './space-locator.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-space-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    stdio: 'pipe',
  });

function repository(name: string): string {
  const path = join(root, name);
  mkdirSync(path);
  git(path, 'init');
  git(path, 'commit', '--allow-empty', '-m', 'first');
  return path;
}

describe('the space of a folder', () => {
  it('is the repository, from any sub-folder and through a symlink', () => {
    const repo = repository('repo');
    mkdirSync(join(repo, 'a', 'b'), { recursive: true });
    symlinkSync(join(repo, 'a'), join(root, 'link'));
    const space = locateSpace(repo);
    expect(space).toMatchObject({ kind: 'git', root: repo, anchor: join(repo, '.git') });
    expect(locateSpace(join(repo, 'a', 'b')).fingerprint).toBe(space.fingerprint);
    expect(locateSpace(join(root, 'link', 'b')).anchor).toBe(space.anchor);
  });

  it('is the same in every worktree of the repository', () => {
    const repo = repository('repo');
    git(repo, 'worktree', 'add', join(root, 'tree'), '-b', 'side');
    const main = locateSpace(repo);
    const tree = locateSpace(join(root, 'tree'));
    expect(tree.anchor).toBe(main.anchor);
    expect(tree.root).toBe(repo);
    expect(tree.worktree).toBe(join(root, 'tree'));
  });

  it('is the bare repository for itself and for its worktrees', () => {
    const repo = repository('repo');
    git(root, 'clone', '--bare', repo, join(root, 'bare.git'));
    git(join(root, 'bare.git'), 'worktree', 'add', join(root, 'tree'));
    expect(locateSpace(join(root, 'bare.git'))).toMatchObject({ kind: 'git', anchor: join(root, 'bare.git') });
    expect(locateSpace(join(root, 'tree')).anchor).toBe(join(root, 'bare.git'));
  });

  it('is the folder itself without git, and another one for another folder', () => {
    mkdirSync(join(root, 'plain', 'sub'), { recursive: true });
    expect(locateSpace(join(root, 'plain'))).toMatchObject({ kind: 'folder', root: join(root, 'plain') });
    expect(locateSpace(join(root, 'plain', 'sub')).anchor).not.toBe(locateSpace(join(root, 'plain')).anchor);
  });

  it('keeps its fingerprint when it is moved, and two clones have two', () => {
    const repo = repository('repo');
    const before = locateSpace(repo).fingerprint;
    git(root, 'clone', repo, join(root, 'clone'));
    expect(locateSpace(join(root, 'clone')).fingerprint).not.toBe(before);
    cpSync(repo, join(root, 'copy'), { recursive: true });
    expect(locateSpace(join(root, 'copy')).fingerprint).not.toBe(before);
    renameSync(repo, join(root, 'moved'));
    expect(locateSpace(join(root, 'moved')).fingerprint).toBe(before);
  });

  it('treats a submodule as a space of its own', () => {
    const repo = repository('repo');
    const inner = repository('inner');
    git(repo, '-c', 'protocol.file.allow=always', 'submodule', 'add', inner, 'inner');
    expect(locateSpace(join(repo, 'inner')).anchor).not.toBe(locateSpace(repo).anchor);
  });

  it('answers for a folder that is gone, by its name', () => {
    expect(locateSpace(join(root, 'gone', 'deep'))).toMatchObject({
      kind: 'folder',
      root: join(root, 'gone', 'deep'),
      fingerprint: '',
    });
  });
});

describe('whether a path is inside (D-062)', () => {
  it('resolves relative paths, dots and links before it answers', () => {
    const repo = repository('repo');
    mkdirSync(join(root, 'outside'));
    symlinkSync(join(root, 'outside'), join(repo, 'escape'));
    const space = locateSpace(repo);
    expect(isInside(space, 'src/new-file.ts', repo)).toBe(true);
    expect(isInside(space, join(repo, 'x'), '/')).toBe(true);
    expect(isInside(space, '../outside/x', repo)).toBe(false);
    expect(isInside(space, 'escape/x', repo)).toBe(false);
    expect(isInside(space, `${repo}-other/x`, repo)).toBe(false);
  });
});

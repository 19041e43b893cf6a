/** T-03, as a table: which folders are one project and which are not, on real repositories and a real journal. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, git, projectOf, repository, rootOf, useRepositories, write } from './repositories.fixture.ts';

const FIRST_URL = 'https://example.org/team/one.git';
useRepositories();

type Case = readonly [what: string, arrange: () => readonly [folder: string, folder: string]];

const OWN_PROJECT: readonly Case[] = [
  ['a .git file that names another repository', () => claim('gitdir: ../victim/.git\n')],
  ['a .git file that names it absolutely', () => claim(`gitdir: ${at('victim/.git')}\n`)],
  ['a .git file that names a worktree registered elsewhere', () => claim(`gitdir: ${treeOfVictim()}\n`)],
  ['a .git file that names a submodule of somebody else', () => claim(`gitdir: ${submoduleOfVictim()}\n`)],
  ['a .git link to another repository', () => claim((dotGit) => symlinkSync(at('victim/.git'), dotGit))],
  [
    'a worktree folder of its own that points back, and on to another repository',
    () => {
      write('archive/own/gitdir', `${at('archive/.git')}\n`);
      write('archive/own/commondir', `${at('victim/.git')}\n`);
      write('archive/own/HEAD', 'ref: refs/heads/main\n');
      return claim('gitdir: own\n');
    },
  ],
  [
    'the same, in a folder called worktrees',
    () => {
      write('archive/worktrees/x/gitdir', `${at('archive/.git')}\n`);
      write('archive/worktrees/x/commondir', `${at('victim/.git')}\n`);
      write('archive/worktrees/x/HEAD', 'ref: refs/heads/main\n');
      return claim('gitdir: worktrees/x\n');
    },
  ],
  [
    'a .git directory whose commondir, alternates and configuration name another repository',
    () => {
      repository('victim');
      cpSync(at('victim/.git'), at('archive/.git'), { recursive: true });
      write('archive/.git/commondir', `${at('victim/.git')}\n`);
      write('archive/.git/objects/info/alternates', `${at('victim/.git/objects')}\n`);
      appendFileSync(at('archive/.git/config'), `[core]\n\tworktree = ${at('victim')}\n`);
      return ['archive', 'victim'];
    },
  ],
  [
    'a bare repository that says its files are those of another',
    () => {
      repository('victim');
      git('.', 'clone', '--bare', at('victim'), at('archive.git'));
      appendFileSync(at('archive.git/config'), `[core]\n\tworktree = ${at('victim')}\n`);
      return ['archive.git', 'victim'];
    },
  ],
  [
    'a worktree that was moved by hand',
    () => {
      treeOfVictim();
      renameSync(at('tree'), at('moved'));
      return ['moved', 'victim'];
    },
  ],
  [
    'a submodule',
    () => {
      submoduleOfVictim();
      return ['victim/inner', 'victim'];
    },
  ],
  [
    'a nested repository',
    () => {
      repository('victim');
      repository('victim/inside');
      return ['victim/inside', 'victim'];
    },
  ],
  [
    'an unpacked archive in a repository, with a .git file of nonsense',
    () => {
      repository('victim');
      write('victim/vendor/.git', '\0\x01binary'.repeat(1_000_000));
      return ['victim/vendor', 'victim'];
    },
  ],
  [
    'a second clone',
    () => {
      repository('victim');
      git('.', 'clone', at('victim'), at('clone'));
      return ['clone', 'victim'];
    },
  ],
  [
    'a copy, while the original is there',
    () => {
      repository('victim', FIRST_URL);
      cpSync(at('victim'), at('copy'), { recursive: true });
      return ['copy', 'victim'];
    },
  ],
];

function claim(dotGit: string | ((path: string) => void)): readonly [string, string] {
  mkdirSync(at('archive/src'), { recursive: true });
  if (!existsSync(at('victim'))) repository('victim');
  if (typeof dotGit === 'string') write('archive/.git', dotGit);
  else dotGit(at('archive/.git'));
  return ['archive/src', 'victim'];
}
function treeOfVictim(): string {
  repository('victim');
  git('victim', 'worktree', 'add', at('tree'), '-b', 'side');
  return at('victim/.git/worktrees/tree');
}
function submoduleOfVictim(): string {
  repository('library');
  repository('victim');
  git('victim', 'submodule', 'add', at('library'), 'inner');
  return at('victim/.git/modules/inner');
}

const ONE_PROJECT: readonly Case[] = [
  ['a sub-folder', () => [sub('repo', 'src/deep'), 'repo']],
  ['a link to a folder in it', () => [linked('repo', 'src'), 'repo']],
  ['the git directory itself', () => [sub('repo', '.git/hooks'), 'repo']],
  [
    'a worktree',
    () => {
      treeOfVictim();
      return ['tree', 'victim'];
    },
  ],
  [
    'a worktree that names its repository relatively',
    () => {
      treeOfVictim();
      write('tree/.git', 'gitdir: ../victim/.git/worktrees/tree\n');
      write('victim/.git/worktrees/tree/gitdir', '../../../../tree/.git\n');
      return ['tree', 'victim'];
    },
  ],
  [
    'a worktree that git has moved',
    () => {
      treeOfVictim();
      git('victim', 'worktree', 'move', at('tree'), at('moved'));
      return ['moved', 'victim'];
    },
  ],
  [
    'a worktree of a bare repository',
    () => {
      repository('repo');
      git('.', 'clone', '--bare', at('repo'), at('bare.git'));
      git('bare.git', 'worktree', 'add', at('tree'));
      return ['tree', 'bare.git'];
    },
  ],
  [
    'a worktree of a submodule, and the submodule',
    () => {
      submoduleOfVictim();
      git('victim/inner', 'worktree', 'add', at('tree'), '-b', 'side');
      return ['tree', 'victim/inner'];
    },
  ],
  [
    'a sub-folder of what has a .git of nobody',
    () => {
      claim('gitdir: ../victim/.git\n');
      return ['archive/src', 'archive'];
    },
  ],
];

function sub(folder: string, path: string): string {
  repository(folder);
  mkdirSync(at(folder, path), { recursive: true });
  return join(folder, path);
}
function linked(folder: string, path: string): string {
  symlinkSync(at(sub(folder, path)), at('link'));
  return 'link';
}

describe('T-03: which project a folder is', () => {
  it.each(OWN_PROJECT)('%s is a project of its own', async (_, arrange) => {
    const [folder, victim] = arrange();
    const known = await projectOf(victim);
    expect(await projectOf(folder)).not.toBe(known);
    expect(await projectOf(victim)).toBe(known);
  });

  it.each(ONE_PROJECT)('%s is the same project', async (_, arrange) => {
    const [folder, other] = arrange();
    const known = await projectOf(other);
    expect(await projectOf(folder)).toBe(known);
    const root = await rootOf(known);
    expect(await projectOf(other)).toBe(known);
    expect(await rootOf(known)).toBe(root);
  });

  it('never waits for a pipe in place of any file it reads', async () => {
    repository('repo');
    for (const path of ['.git', 'repo/.git/config', 'repo/.git/config.worktree', 'repo/.git/logs/HEAD', 'tree/.git']) {
      rmSync(at(path), { force: true });
      mkdirSync(dirname(at(path)), { recursive: true });
      execFileSync('mkfifo', [at(path)]);
    }
    for (const name of ['commondir', 'gitdir']) {
      mkdirSync(at('own'), { recursive: true });
      execFileSync('mkfifo', [at('own', name)]);
    }
    write('archive/.git', 'gitdir: ../own\n');
    expect(new Set(await Promise.all(['repo', 'tree', 'archive'].map(projectOf))).size).toBe(3);
  });

  it('takes a name longer than any path for a name', async () => {
    expect(await projectOf('deep/'.repeat(200_000))).toBeDefined();
  });
});

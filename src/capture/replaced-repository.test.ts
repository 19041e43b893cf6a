/** T-03, as a table: what comes to a path that a project is known at, on real repositories and a real journal. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, git, projectOf, remove, repository, useRepositories } from './repositories.fixture.ts';

const FIRST_URL = 'https://example.org/team/one.git';
useRepositories();

type Change = readonly [what: string, arrange: () => void, change: () => void];
const withRemote = () => repository('workspace', FIRST_URL);
const withoutRemote = () => repository('workspace');
const setUrl = (url: string) => () => void git('workspace', 'remote', 'set-url', 'origin', url);
function again(url?: string): () => void {
  return () => {
    remove('workspace');
    repository('workspace', url);
  };
}

const STAYS: readonly Change[] = [
  ['cloned again from the same remote', withRemote, again(FIRST_URL)],
  ['cloned again by ssh', withRemote, again('git@example.org:team/one')],
  ['cloned again with a user name and a password', withRemote, again('https://me:pass@Example.org:443/team/one.git/')],
  ['its remote was changed in place', withRemote, setUrl('https://example.com/moved/one.git')],
  ['it got a remote', withoutRemote, () => git('workspace', 'remote', 'add', 'origin', FIRST_URL)],
  ['it lost its remote', withRemote, () => git('workspace', 'remote', 'remove', 'origin')],
  [
    'it was moved and moved back',
    withRemote,
    () => [renameSync(at('workspace'), at('x')), renameSync(at('x'), at('workspace'))],
  ],
  [
    'its reflog expired, and its remote was changed',
    withRemote,
    () => {
      git('workspace', 'reflog', 'expire', '--expire=now', '--all');
      git('workspace', 'commit', '--allow-empty', '-m', 'later');
      setUrl('https://example.com/moved/one.git')();
    },
  ],
  [
    'it got its first commit',
    () => [mkdirSync(at('workspace')), git('workspace', 'init')],
    () => git('workspace', 'commit', '--allow-empty', '-m', 'first'),
  ],
  ['the folder became a repository', () => mkdirSync(at('workspace')), withRemote],
  ['it was copied back from a backup', withoutRemote, () => restored('workspace')],
  ['it is none any more', withRemote, () => remove('workspace/.git')],
];

function restored(folder: string): void {
  cpSync(at(folder), at('backup'), { recursive: true });
  remove(folder);
  cpSync(at('backup'), at(folder), { recursive: true });
}

const IS_ANOTHER: readonly Change[] = [
  ['cloned from another remote', withRemote, again('https://example.org/team/two.git')],
  ['from another host', withRemote, again('https://example.com/team/one.git')],
  ['made anew without a remote', withRemote, again()],
  ['made anew where none had a remote', withoutRemote, again()],
  [
    'made anew without a commit',
    withoutRemote,
    () => [remove('workspace'), mkdirSync(at('workspace')), git('workspace', 'init')],
  ],
  ['copied over it, file by file', withRemote, () => copiedOver('https://example.org/team/two.git')],
  ['copied over it, and neither has a remote', withoutRemote, () => copiedOver()],
  [
    'put in its place, while it goes on elsewhere',
    withRemote,
    () => [
      renameSync(at('workspace'), at('away')),
      repository('workspace', 'https://example.org/team/two.git'),
      renameSync(at('away'), at('back')),
    ],
  ],
  ['in place of a plain folder', () => mkdirSync(at('workspace')), again(FIRST_URL)],
];

/** As rsync and images do: the directories stay, their files are others. */
function copiedOver(url?: string): void {
  repository('other', url);
  for (const name of ['config', 'logs/HEAD', 'HEAD', 'index']) {
    if (existsSync(at('other/.git', name)))
      writeFileSync(at('workspace/.git', name), readFileSync(at('other/.git', name)));
  }
}

describe('T-03: another repository at a path that was known', () => {
  it.each(STAYS)('is the same project when %s', async (_, arrange, change) => {
    arrange();
    const known = await projectOf('workspace');
    change();
    expect(await projectOf('workspace')).toBe(known);
    expect(await projectOf('workspace')).toBe(known);
  });

  it.each(IS_ANOTHER)('is another project when it is %s', async (_, arrange, change) => {
    arrange();
    const known = await projectOf('workspace');
    change();
    const fresh = await projectOf('workspace');
    expect(fresh).not.toBe(known);
    expect(await projectOf('workspace')).toBe(fresh);
  });

  it('is another project in a folder that was emptied and seen empty', async () => {
    withRemote();
    const known = await projectOf('workspace');
    remove('workspace/.git');
    expect(await projectOf('workspace')).toBe(known);
    repository('workspace', 'https://example.org/team/two.git');
    expect(await projectOf('workspace')).not.toBe(known);
  });

  it('is found again when the first one comes back', async () => {
    withRemote();
    const first = await projectOf('workspace');
    again('https://example.org/team/two.git')();
    const second = await projectOf('workspace');
    again(FIRST_URL)();
    expect(await projectOf('workspace')).toBe(first);
    again('ssh://git@example.org:2222/team/two')();
    expect(await projectOf('workspace')).toBe(second);
  });

  it('takes no word of a remote into the journal', async () => {
    const word = ['pass', 'of', 'nobody'].join('-');
    repository('workspace', `https://me:${word}@example.org/team/one.git`);
    await projectOf('workspace');
    const bytes = ['', '-wal'].map((end) => at('home', `transcript.db${end}`)).filter(existsSync);
    for (const file of bytes) expect(readFileSync(file).includes(word)).toBe(false);
  });
});

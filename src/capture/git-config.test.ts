import { describe, expect, it } from 'vitest';
import { normalRemote, readGitConfig } from './git-config.ts';

describe('the remote of a repository', () => {
  it.each([
    ['https://github.com/a/b', 'github.com/a/b'],
    ['https://user:x@GitHub.com:443/a/b.git/', 'github.com/a/b'],
    ['git@github.com:a/b.git', 'github.com/a/b'],
    ['ssh://git@github.com:2222/a/b.git', 'github.com/a/b'],
    ['git://github.com/a/b', 'github.com/a/b'],
    ['https://localhost:3000/a/b', 'localhost:3000/a/b'],
    ['[::1]:a/b', '[::1]/a/b'],
    ['/srv/git/b.git', 'file:/srv/git/b'],
    ['file:///srv/git/b/.git', 'file:/srv/git/b'],
    ['../b', 'file:/projects/b'],
    ['https://github.com/a/b?token=x', 'github.com/a/b'],
  ])('%s is %s', (url, normal) => expect(normalRemote(url, '/projects/a')).toBe(normal));

  it('is read as git reads it', () => {
    const text =
      '\ufeff; a comment\n[Remote "or\\"i"] URL = "a # b" ; end\n\tfetch=\\\n  x\n[core] bare\n[branch.main]\nmerge = y\t\n';
    expect(readGitConfig(text)).toEqual([
      { key: 'remote.or"i.url', value: 'a # b' },
      { key: 'remote.or"i.fetch', value: 'x' },
      { key: 'branch.main.merge', value: 'y' },
    ]);
  });
});

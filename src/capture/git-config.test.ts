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
    ['me@there@host:a', 'host/a'],
    ['me@[::1]:a', '[::1]/a'],
    ['https://me@there@host/a', 'host/a'],
    ['ssh://host:port/a', 'host:port/a'],
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

  it.each([
    ['a user without end', 'a@'.repeat(60_000)],
    ['a user of a scheme without end', `https://${'a@'.repeat(60_000)}`],
    ['ports without end', `ssh://${'a:1'.repeat(40_000)}`],
    ['brackets without end', '['.repeat(120_000)],
    ['slashes without end', '/'.repeat(120_000)],
    ['the end of a repository again and again', '.git'.repeat(30_000)],
    ['questions without end', `http://a/${'?'.repeat(120_000)}`],
    ['a header without end', `"]\n[remote "${'\\\\'.repeat(60_000)}`],
    ['blanks without end', `${' \t'.repeat(60_000)}x`],
  ])('T-03: %s takes no longer than its length', (_, url) => {
    const before = process.cpuUsage();
    for (const { value } of readGitConfig(`[remote "o"]\nurl = ${url}\n`)) normalRemote(value, '/projects/a');
    normalRemote(url, '/projects/a');
    const { user, system } = process.cpuUsage(before);
    // What grows with the square takes many seconds.
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

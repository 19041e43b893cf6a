import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pathsIn, trackedPaths } from './git-index.ts';
import { trackedWords } from './tracked-words.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'carryover-tracked-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root, stdio: 'ignore' });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it.each(['2', '3', '4'])('reads the paths of an index of version %s as git lists them', async (version) => {
  git('init', '--quiet');
  const paths = ['Makefile', 'a/b/cc.txt', 'a/b/cd.txt', 'schön/ä.md', `long/${'x'.repeat(200)}.txt`];
  for (const path of paths) write(path, path);
  symlinkSync('Makefile', join(root, 'link'));
  git('add', '.');
  git('update-index', '--index-version', version);
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  expect(await trackedPaths(root)).toEqual(listed.filter((path) => path !== 'link'));
});

it('knows nothing of what is no index, or is cut off', () => {
  expect(pathsIn(Buffer.from('nothing of the kind'))).toBeUndefined();
  const cut = Buffer.alloc(20);
  cut.write('DIRC');
  cut.writeUInt32BE(2, 4);
  cut.writeUInt32BE(9, 8);
  expect(pathsIn(cut)).toBeUndefined();
});

it('T-06: finds words in tracked files alone, not in what is installed, vendored, linked or untracked', async () => {
  const words = new Set(['deploy-eu', 'vendkit', 'evilctl', 'loosectl', 'linkctl']);
  write('Makefile', 'deploy-eu:\n\tkubectl apply\n');
  expect(await trackedWords(root, words)).toEqual(new Map());
  git('init', '--quiet');
  write('vendor/x/README.md', 'vendkit');
  write('node_modules/evil/README.md', 'evilctl');
  write('outside.txt', 'linkctl');
  git('add', '--force', 'Makefile', 'vendor', 'node_modules');
  symlinkSync('outside.txt', join(root, 'Readme'));
  git('add', 'Readme');
  write('notes.md', 'loosectl');
  expect([...(await trackedWords(root, words)).keys()]).toEqual(['deploy-eu']);
});

it('T-06: tells since when, by what cannot be set back', async () => {
  git('init', '--quiet');
  write('Makefile', 'deploy-eu:\n');
  git('add', 'Makefile');
  utimesSync(join(root, 'Makefile'), 1, 1);
  const since = (await trackedWords(root, new Set(['deploy-eu']))).get('deploy-eu') ?? 0;
  expect(since).toBeGreaterThan(Date.now() - 60 * 60_000);
});

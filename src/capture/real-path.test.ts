import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { realPath } from './git-folder.ts';

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-paths-')));
  mkdirSync(join(folder, 'real', 'a\\b', 'deep'), { recursive: true });
  symlinkSync('real', join(folder, 'link'));
  symlinkSync('nowhere', join(folder, 'broken'));
  symlinkSync('loop', join(folder, 'loop'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['link', 'real'],
  ['link/a\\b/deep', 'real/a\\b/deep'],
  ['link/a\\b/new/file.txt', 'real/a\\b/new/file.txt'],
  ['link/../real/x', 'real/x'],
  ['broken/x', 'broken/x'],
  ['loop/x', 'loop/x'],
])('%s leads to %s', (path, real) => expect(realPath(join(folder, path))).toBe(join(folder, real)));

it('is found for the root, and for a path that is too long for any system left as it is', () => {
  expect(realPath('/')).toBe('/');
  expect(realPath('/x'.repeat(3_000))).toBe('/x'.repeat(3_000));
});

it('T-03: a path of two thousand folders that are not there is looked at a few times', () => {
  const path = `${folder}/${'x/'.repeat(2_000)}`.slice(0, 4_000);
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) realPath(path);
  const { user, system } = process.cpuUsage(before);
  // One look at every folder of it took half a second each time.
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

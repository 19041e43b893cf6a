import { linkSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SeenFiles } from './read-cache.ts';

let folder: string;
let path: string;
let aheadMs = 0;
const files = new SeenFiles({ now: () => Date.now() + aheadMs });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-seen-'));
  path = join(folder, 'a.md');
  writeFileSync(path, 'one\n');
  aheadMs = 60_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = () => files.read('a.md', path);

it('reads a file again when it was changed, whatever its size and times say, and else not', async () => {
  const first = read();
  expect(first).toMatchObject({ state: 'text', content: 'one\n' });
  expect(read()).toBe(first);
  // More than the file system's clock ticks.
  await new Promise((resolve) => setTimeout(resolve, 20));
  writeFileSync(path, 'two\n');
  utimesSync(path, 0, 0);
  expect(read()).toMatchObject({ content: 'two\n' });
  linkSync(path, join(folder, 'b.md'));
  expect(read()).toMatchObject({ state: 'unusable' });
  rmSync(path);
  expect(read()).toEqual({ state: 'absent' });
});

it('reads a file again that has only just been changed', () => {
  aheadMs = 0;
  const first = read();
  writeFileSync(path, 'two\n');
  expect(read()).not.toBe(first);
  expect(read()).toMatchObject({ content: 'two\n' });
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLastBlock, writeLastBlock } from './last-block.ts';

const at = (anchor: string, fingerprint = '1:2:3 folder=1:1:1 remote=one') =>
  ({ anchor, kind: 'git', fingerprint }) as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-last-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps the parts of the newest block of each space', () => {
  writeLastBlock(folder, at('/a'), 'old', 'old 2', 'old 3');
  writeLastBlock(folder, at('/a'), 'first', 'second');
  writeLastBlock(folder, at('/b'), 'other');
  expect([1, 2, 3].map((part) => readLastBlock(folder, at('/a'), part))).toEqual(['first', 'second', undefined]);
  expect(readLastBlock(folder, at('/b'), 1)).toBe('other');
  expect(readLastBlock(folder, at('/c'), 1)).toBeUndefined();
});

it.each(['', '{"0": "x"}', '[1, {}]', '"text"'])('gives nothing of a file that holds %j', (text) => {
  writeLastBlock(folder, at('/a'), 'first');
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), text);
  expect(readLastBlock(folder, at('/a'), 1)).toBeUndefined();
});

it('T-03: gives no block of a repository that another one has taken the place of', () => {
  writeLastBlock(folder, at('/a'), 'first');
  expect(readLastBlock(folder, at('/a', '1:9:9 folder=1:8:8 remote=one'), 1)).toBe('first');
  expect(readLastBlock(folder, at('/a', '1:9:9 folder=1:8:8 remote=two'), 1)).toBeUndefined();
});

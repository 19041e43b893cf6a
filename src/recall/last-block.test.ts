import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLastBlock, writeLastBlock } from './last-block.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-last-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps the parts of the newest block of each space', () => {
  writeLastBlock(folder, '/a', 'old', 'old 2', 'old 3');
  writeLastBlock(folder, '/a', 'first', 'second');
  writeLastBlock(folder, '/b', 'other');
  expect([1, 2, 3].map((part) => readLastBlock(folder, '/a', part))).toEqual(['first', 'second', undefined]);
  expect(readLastBlock(folder, '/b', 1)).toBe('other');
  expect(readLastBlock(folder, '/c', 1)).toBeUndefined();
});

it.each(['', '{"0": "x"}', '[1, {}]', '"text"'])('gives nothing of a file that holds %j', (text) => {
  writeLastBlock(folder, '/a', 'first');
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), text);
  expect(readLastBlock(folder, '/a', 1)).toBeUndefined();
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HeldFolder, withHeldFolder } from './open-folder.ts';

let root: string;
let elsewhere: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'carryover-held-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'carryover-elsewhere-'));
});
afterEach(() => {
  for (const folder of [root, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const held = (missing: 'make' | 'leave'): HeldFolder => withHeldFolder(root, ['a', 'b'], missing, (folder) => folder);

describe('a held folder (F-20)', () => {
  it('is made when that is wanted', () => {
    expect(held('leave')).toMatchObject({ refusal: 'absent' });
    expect(held('make')).toHaveProperty('path');
    expect(existsSync(join(root, 'a', 'b'))).toBe(true);
  });

  it.each(['a', 'a/b'])('is refused when %s is a link or no folder, and nothing is made behind it', (step) => {
    mkdirSync(join(root, 'a'));
    rmSync(join(root, step), { recursive: true, force: true });
    symlinkSync(elsewhere, join(root, step));
    expect(held('make')).toMatchObject({ refusal: 'symlink' });
    rmSync(join(root, step));
    writeFileSync(join(root, step), '');
    expect(held('make')).toMatchObject({ refusal: 'symlink' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('stays itself when its path is swapped for a link', () => {
    withHeldFolder(root, ['a', 'b'], 'make', (folder) => {
      renameSync(join(root, 'a'), join(root, 'moved'));
      symlinkSync(elsewhere, join(root, 'a'));
      mkdirSync(join(elsewhere, 'b'));
      writeFileSync(join('path' in folder ? folder.path : '', 'x'), 'inside');
    });
    expect(readdirSync(join(elsewhere, 'b'))).toEqual([]);
    expect(readdirSync(join(root, 'moved', 'b'))).toEqual(['x']);
  });
});

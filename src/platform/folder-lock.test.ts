import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFolderLock } from './folder-lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-lock-'));
  file = join(folder, 'data.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a lock around one file', () => {
  it('is held during the work and gone after it, also when the work fails', () => {
    expect(withFolderLock(file, () => existsSync(`${file}.lock`))).toBe(true);
    expect(existsSync(`${file}.lock`)).toBe(false);
    const failing = () =>
      withFolderLock(file, () => {
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('takes over from a holder that was killed', () => {
    mkdirSync(`${file}.lock`);
    utimesSync(`${file}.lock`, 0, 0);
    expect(withFolderLock(file, () => 'mine')).toBe('mine');
  });

  it('says what is in the way', () => {
    mkdirSync(`${file}.lock`);
    writeFileSync(join(`${file}.lock`, 'x'), '');
    utimesSync(`${file}.lock`, 0, 0);
    expect(() => withFolderLock(file, () => 1)).toThrow(
      expect.objectContaining({ code: 'file-locked', subject: file }),
    );
    expect(() => withFolderLock(join(folder, 'none', 'x'), () => 1)).toThrow(
      expect.objectContaining({ code: 'file-locked' }),
    );
  });
});

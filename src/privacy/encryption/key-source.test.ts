import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homePaths } from '../../platform/paths.ts';
import { keyFileSource, passphraseSource } from './key-source.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-source-'));
  mkdirSync(join(folder, 'home'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function source(path: string) {
  return keyFileSource(join(folder, path), homePaths(join(folder, 'home')));
}

describe('a key file', () => {
  it('is made private and random when it is missing, and read when it is there', () => {
    const made = source('the.key');
    expect(statSync(join(folder, 'the.key')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(made.secret.toString('utf8'), 'base64url')).toHaveLength(32);
    expect(source('the.key')).toEqual(made);
  });

  it('is refused in the home, also by another name of it, and when others can read it', () => {
    symlinkSync(join(folder, 'home'), join(folder, 'link'));
    for (const path of ['home/the.key', 'home/deep/the.key', 'link/the.key', 'x/../home/the.key'])
      expect(() => source(path)).toThrow(expect.objectContaining({ code: 'key-in-home' }));
    writeFileSync(join(folder, 'open.key'), 'x'.repeat(44), { mode: 0o644 });
    expect(() => source('open.key')).toThrow(expect.objectContaining({ code: 'secret-exposed' }));
    expect(() => source('home-beside.key')).not.toThrow();
  });
});

it('a passphrase that is too short is refused', () => {
  expect(() => passphraseSource('1234567')).toThrow(expect.objectContaining({ code: 'weak-passphrase' }));
});

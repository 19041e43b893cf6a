import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  encryptionOf,
  holderSecret,
  newDatabaseKey,
  newPassphraseHolder,
  readKeyFile,
  unlockKeys,
  wrapKeys,
  writeKeyFile,
} from './home-keys.ts';
import { type HomePaths, homePaths } from './paths.ts';

let folder = '';
let paths: HomePaths;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-keys-'));
  paths = homePaths(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEYS = { databaseKeys: [newDatabaseKey(), newDatabaseKey()], spoolPrivateKey: Buffer.alloc(32, 7) };

describe('keys.json', () => {
  it('gives its keys to who has the passphrase, and says to others that theirs is wrong (F-27)', () => {
    const secret = Buffer.from('correct horse battery');
    writeKeyFile(paths, wrapKeys(newPassphraseHolder(), secret, KEYS, 'rekey'));
    const file = readKeyFile(paths);
    if (file === undefined) throw new Error('nothing written');
    expect(unlockKeys(file, secret)).toEqual(KEYS);
    expect(() => unlockKeys(file, Buffer.from('correct horse'))).toThrow(
      expect.objectContaining({ code: 'wrong-key', hint: expect.any(String) }),
    );
    expect(holderSecret(file, {})).toBeUndefined();
    expect(encryptionOf(paths)).toEqual({ state: 'on', holder: 'passphrase', converting: 'rekey' });
    expect(statSync(paths.keys).mode & 0o777).toBe(0o600);
    const text = readFileSync(paths.keys, 'utf8');
    for (const key of KEYS.databaseKeys) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(Buffer.from(key, 'hex').toString('base64'));
    }
  });

  it('is not there where nothing is encrypted, and damaged it is an error, never "off"', () => {
    expect(encryptionOf(paths)).toEqual({ state: 'off' });
    const file = wrapKeys({ kind: 'key-file', path: '/the.key' }, Buffer.from('x'), KEYS);
    // Whoever opens it would be made to use up all memory.
    const costly = { ...file, holder: { ...newPassphraseHolder(), N: 2 ** 30 } };
    for (const damaged of ['', '{}', JSON.stringify(costly), JSON.stringify({ ...file, wrapped: [] })]) {
      writeFileSync(paths.keys, damaged);
      expect(() => encryptionOf(paths)).toThrow(expect.objectContaining({ code: 'keys-unreadable' }));
    }
  });

  it('a key file that is gone or open to others is named, with what to do', () => {
    const path = join(folder, 'the.key');
    const file = wrapKeys({ kind: 'key-file', path }, Buffer.from('x'.repeat(44)), KEYS);
    expect(() => holderSecret(file, {})).toThrow(expect.objectContaining({ code: 'secret-unreadable', subject: path }));
    writeFileSync(path, `${'x'.repeat(44)}\n`, { mode: 0o600 });
    expect(unlockKeys(file, holderSecret(file, {}) ?? Buffer.alloc(0))).toEqual(KEYS);
    chmodSync(path, 0o644);
    expect(() => holderSecret(file, {})).toThrow(
      expect.objectContaining({ code: 'secret-exposed', hint: expect.stringContaining('chmod 600') }),
    );
  });
});

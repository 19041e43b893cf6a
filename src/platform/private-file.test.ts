import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrCreateSecret, readSecret } from './private-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-secret-'));
  path = join(folder, 'home', 'token');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a secret of the home (SRV-3)', () => {
  it('is made once, with 256 bits, for the owner alone', () => {
    const secret = readOrCreateSecret(path);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(readOrCreateSecret(path)).toBe(secret);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'home')).mode & 0o777).toBe(0o700);
  });

  it.each([0o644, 0o640, 0o604])('is refused when others can read it (%i)', (mode) => {
    readOrCreateSecret(path);
    chmodSync(path, mode);
    expect(() => readSecret(path)).toThrow(/can be read by others/);
    expect(() => readOrCreateSecret(path)).toThrow(/can be read by others/);
  });

  it('is refused when it is empty or cut short', () => {
    readOrCreateSecret(path);
    writeFileSync(path, 'short\n');
    expect(() => readSecret(path)).toThrow(/cut short/);
  });
});

import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
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

  it('is refused when it is cut short, and left as it is', () => {
    readOrCreateSecret(path);
    writeFileSync(path, 'short\n');
    expect(() => readSecret(path)).toThrow(/cut short/);
    expect(() => readOrCreateSecret(path)).toThrow(/cut short/);
  });

  it.each(['', '\n', ' \n\t'])('is made anew where a full disk left a blank file: %j (F-05)', (blank) => {
    mkdirSync(dirname(path), { mode: 0o700 });
    writeFileSync(path, blank, { mode: 0o600 });
    expect(() => readSecret(path)).toThrow(/empty/);
    const secret = readOrCreateSecret(path);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(readSecret(path)).toBe(secret);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(['token']);
  });

  it('is one and the same for processes that start at once, and nothing else is left (SRV-3)', async () => {
    const script = `import { readOrCreateSecret } from ${JSON.stringify(new URL('./private-file.ts', import.meta.url).href)};
      process.stdout.write(readOrCreateSecret(process.argv[1]));`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, path]);
    const secrets = (await Promise.all(Array.from({ length: 6 }, run))).map(({ stdout }) => stdout);
    expect(new Set(secrets)).toEqual(new Set([readSecret(path)]));
    expect(readdirSync(dirname(path))).toEqual(['token']);
  });
});

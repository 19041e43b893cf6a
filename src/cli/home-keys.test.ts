import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { homePaths } from '../platform/paths.ts';
import type { KeySource } from '../privacy/encryption/convert.ts';
import { keyFileSource, passphraseSource } from '../privacy/encryption/key-source.ts';
import { chooseKeySource, type KeyOptions } from './home-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'carryover-holder-'));
afterAll(() => rmSync(folder, { recursive: true }));
const paths = homePaths(join(folder, 'home'));
const NEW = ['correct', 'horse', 'battery'].join(' ');

function chosen(now: KeySource, options: KeyOptions): Promise<KeySource> {
  const ask = { passphrases: async () => NEW, isTyped: false };
  return chooseKeySource(paths, options, ask, { file: { holder: now.holder }, secret: now.secret });
}

describe('what holds the key after a rekey (D-017)', () => {
  const keyFile = keyFileSource(join(folder, 'key'), paths);
  const passphrase = passphraseSource('another passphrase');

  it.each([{ passphraseStdin: true }, { passphrase: true }])(
    'is a passphrase where %j asks for one',
    async (options) => {
      const { holder, secret } = await chosen(keyFile, options);
      expect({ kind: holder.kind, secret: secret.toString('utf8') }).toEqual({ kind: 'passphrase', secret: NEW });
    },
  );

  it('is a key file where one is named, though the present passphrase comes on standard input', async () => {
    const options = { keyFile: join(folder, 'other'), passphraseStdin: true };
    expect((await chosen(passphrase, options)).holder).toEqual({ kind: 'key-file', path: options.keyFile });
  });

  it('is what held it before where nothing is said', async () => {
    expect((await chosen(keyFile, {})).holder).toEqual(keyFile.holder);
    expect((await chosen(passphrase, {})).holder.kind).toBe('passphrase');
  });
});

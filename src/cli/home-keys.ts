/** Keys for commands that open databases themselves: from the key file, the keychain, or the person. */
import { text } from 'node:stream/consumers';
import { CarryoverError } from '../memory/error.ts';
import { setDatabaseKeys } from '../platform/database-keys.ts';
import { holderSecret, type KeyFile, readKeyFile, unlockKeys } from '../platform/home-keys.ts';
import type { HomePaths } from '../platform/paths.ts';
import type { KeySource, StartedConversion } from '../privacy/encryption/convert.ts';
import { keychainSource, keyFileSource, passphraseSource } from '../privacy/encryption/key-source.ts';
import { hasTerminal, noTerminal } from './ask.ts';
import { askPassphrase } from './ask-passphrase.ts';

export interface KeyOptions {
  readonly keyFile?: unknown;
  readonly keychain?: unknown;
  readonly passphrase?: unknown;
  readonly passphraseStdin?: unknown;
}

/** Passphrases in the order they are needed: lines of standard input, or what a person types. */
export type Passphrases = (message: string) => Promise<string>;

export function passphrases(fromStdin: unknown): Passphrases {
  if (fromStdin !== true) return (message) => askPassphrase(false, message);
  let lines: string[] | undefined;
  return async () => {
    lines ??= (await text(process.stdin)).split(/\r?\n/);
    const line = lines.shift();
    if (line !== undefined && line !== '') return line;
    throw new CarryoverError('standard input has no passphrase left', {
      code: 'invalid-input',
      hint: 'one on each line: first the one that opens the memory now, then the new one',
    });
  };
}

/** Of a home that is encrypted; this process can open its databases afterwards. Undefined where nothing is encrypted. */
export async function openHomeKeys(
  paths: HomePaths,
  ask: Passphrases = passphrases(false),
): Promise<(StartedConversion & { readonly secret: Buffer }) | undefined> {
  const file = readKeyFile(paths);
  if (file === undefined) return undefined;
  const secret = holderSecret(file, process.env) ?? Buffer.from(await ask('Passphrase of the memory'), 'utf8');
  const keys = unlockKeys(file, secret);
  setDatabaseKeys(keys.databaseKeys);
  return { file, keys, secret };
}

/** What a new key is held by; without a choice the kind it has now, and else a passphrase. */
export async function chooseKeySource(
  paths: HomePaths,
  { keyFile, keychain, passphrase, passphraseStdin }: KeyOptions,
  ask: { readonly passphrases: Passphrases; readonly isTyped: boolean },
  now?: { readonly file: Pick<KeyFile, 'holder'>; readonly secret: Buffer },
): Promise<KeySource> {
  const isAsked = passphrase === true || passphraseStdin === true;
  const kind = isAsked ? 'passphrase' : now?.file.holder.kind;
  if (typeof keyFile === 'string') {
    if (keychain !== true) return keyFileSource(keyFile, paths);
    throw new CarryoverError('--key-file and --keychain exclude each other', {
      code: 'invalid-input',
      hint: 'choose one: either of them opens the memory by itself',
    });
  }
  if (keychain === true || kind === 'keychain') return keychainSource(process.env);
  if (now !== undefined && kind === 'key-file') return { holder: now.file.holder, secret: now.secret };
  if (ask.isTyped && !hasTerminal()) throw noTerminal('say --key-file PATH, --keychain or --passphrase-stdin');
  const given = await ask.passphrases('New passphrase');
  const source = passphraseSource(given);
  if (!ask.isTyped || given === (await ask.passphrases('Once more'))) return source;
  throw new CarryoverError('the two passphrases differ', { code: 'invalid-input', hint: 'nothing was changed' });
}

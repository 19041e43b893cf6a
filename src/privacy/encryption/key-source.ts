/** Where the key of a home comes from when it is encrypted: a file, a passphrase, the keychain. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { newPassphraseHolder, readKeyHolderFile } from '../../platform/home-keys.ts';
import { createInKeychain, keychainTool, readKeychain } from '../../platform/keychain.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { readOrCreateSecret } from '../../platform/private-file.ts';
import type { KeySource } from './convert.ts';

const PASSPHRASE_LENGTH = 8;

/** Made now, private and random, when it is missing. */
export function keyFileSource(path: string, paths: HomePaths): KeySource {
  const whole = resolve(path);
  if (isInside(whole, paths.home))
    throw new CarryoverError(`the key file ${whole} must not lie in the home`, {
      code: 'key-in-home',
      subject: whole,
      hint: 'a key beside what it locks locks nothing: name a path on another disk, or outside what is backed up together',
    });
  if (!existsSync(whole)) readOrCreateSecret(whole);
  return { holder: { kind: 'key-file', path: whole }, secret: readKeyHolderFile(whole) };
}

export function passphraseSource(passphrase: string): KeySource {
  if (passphrase.length < PASSPHRASE_LENGTH)
    throw new CarryoverError(`a passphrase needs at least ${PASSPHRASE_LENGTH} characters`, {
      code: 'weak-passphrase',
      hint: 'several words that do not belong together are good',
    });
  return { holder: newPassphraseHolder(), secret: Buffer.from(passphrase, 'utf8') };
}

export function keychainSource(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): KeySource {
  const entry = createInKeychain(keychainTool(platform), env);
  return { holder: { kind: 'keychain', ...entry }, secret: readKeychain(entry, env) };
}

function isInside(path: string, home: string): boolean {
  const way = relative(real(home), real(path));
  return way === '' || !(way.startsWith('..') || resolve(way) === way);
}

/** Of what exists of it: a link into the home is found out too. */
function real(path: string): string {
  if (existsSync(path) || dirname(path) === path) return existsSync(path) ? realpathSync(path) : path;
  return join(real(dirname(path)), basename(path));
}

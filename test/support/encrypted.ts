/**
 * `CARRYOVER_TEST_ENCRYPTED=1`: everything the tests store is encrypted. This file is a set-up file of the tests then, and
 * is loaded into the processes that tests start from source, so that all of them open what the others wrote.
 */
import { join } from 'node:path';
import { makePrivateFolder, writeFileAtomically } from '../../src/platform/atomic-file.ts';
import { setDatabaseKeys } from '../../src/platform/database-keys.ts';
import { wrapKeys, writeKeyFile } from '../../src/platform/home-keys.ts';
import type { HomePaths } from '../../src/platform/paths.ts';
import { createSealingKeys } from '../../src/platform/sealing.ts';
import { keyFileSource } from '../../src/privacy/encryption/key-source.ts';

export const isEncrypted = process.env.CARRYOVER_TEST_ENCRYPTED === '1';

/** One for all homes: the test process may look into several at once. */
const KEY = '5e'.repeat(32);

if (isEncrypted) {
  setDatabaseKeys([KEY]);
  const load = `--import=${import.meta.filename}`;
  if (!process.env.NODE_OPTIONS?.includes(load))
    process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, load].filter(Boolean).join(' ');
}

/** Makes a new home one that was encrypted with a key file, which lies in this folder. */
export function encryptNewHome(paths: HomePaths, keyFolder: string): void {
  makePrivateFolder(paths.home);
  const { holder, secret } = keyFileSource(join(keyFolder, 'key'), paths);
  const { publicKey, privateKey } = createSealingKeys();
  writeKeyFile(paths, wrapKeys(holder, secret, { databaseKeys: [KEY], spoolPrivateKey: privateKey }));
  writeFileAtomically(paths.spoolKey, `${publicKey}\n`);
}

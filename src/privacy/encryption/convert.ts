/**
 * Encrypting, decrypting and rekeying a home. First keys.json says what is under way and lists every key a file may have;
 * then the files change one by one; then keys.json says that it is done. Cut off at any moment, every file opens with a
 * listed key or is plain, and `finishConversion` goes on from there (F-27).
 *
 * The daemon must not run: its owner lock is with the caller.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sealSpool, unsealSpool } from '../../capture/sealed-spool.ts';
import { readSpoolKey } from '../../capture/spool.ts';
import { CarryoverError } from '../../memory/error.ts';
import { syncFolder, writeFileAtomically } from '../../platform/atomic-file.ts';
import { setDatabaseKeys } from '../../platform/database-keys.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import {
  type HomeKeys,
  type KeyFile,
  type KeyHolder,
  newDatabaseKey,
  wrapKeys,
  writeKeyFile,
} from '../../platform/home-keys.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { createSealingKeys, publicKeyFor } from '../../platform/sealing.ts';
import { databaseKeyOf } from '../../platform/sqlite.ts';
import { isPlainDatabase } from '../../platform/sqlite-cipher.ts';
import { clearLeftovers, convertFile, wipe } from './convert-file.ts';
import { type DatabaseFile, databaseFiles, unfinishedFiles } from './database-files.ts';

/** Who holds the key, and the secret that proves it. */
export interface KeySource {
  readonly holder: KeyHolder;
  readonly secret: Buffer;
}

/** A conversion that keys.json knows of. */
export interface StartedConversion {
  readonly file: KeyFile;
  readonly keys: HomeKeys;
}

export interface ConversionReport {
  readonly converted: readonly string[];
  /** Too damaged to be copied, and needed by nothing: still as they were. */
  readonly left: readonly string[];
}

type Progress = (done: number, total: number) => void;

const DAMAGED = ['database-corrupt', 'database-other-key', 'io-error'];

export function beginEncryption(paths: HomePaths, source: KeySource): StartedConversion {
  const keys = { databaseKeys: [newDatabaseKey()], spoolPrivateKey: createSealingKeys().privateKey };
  return begin(paths, wrapKeys(source.holder, source.secret, keys, 'encrypt'), keys);
}

/** Also under another holder. The files get a new key: an envelope alone would leave the old one good for old copies. */
export function beginRekeying(paths: HomePaths, held: HomeKeys, source: KeySource): StartedConversion {
  const keys = { ...held, databaseKeys: [newDatabaseKey(), ...held.databaseKeys] };
  return begin(paths, wrapKeys(source.holder, source.secret, keys, 'rekey'), keys);
}

export function beginDecryption(paths: HomePaths, { file, keys }: StartedConversion): StartedConversion {
  return begin(paths, { ...file, converting: 'decrypt' }, keys);
}

function begin(paths: HomePaths, file: KeyFile, keys: HomeKeys): StartedConversion {
  writeKeyFile(paths, file);
  faultPoint('conversion-announced');
  return { file, keys };
}

/** Brings every file to what keys.json wants. Does next to nothing where all is as it should be. */
export function finishConversion(
  paths: HomePaths,
  { file, keys }: StartedConversion,
  onProgress?: Progress,
): ConversionReport {
  setDatabaseKeys(keys.databaseKeys);
  const target = file.converting === 'decrypt' ? undefined : keys.databaseKeys[0];
  if (target !== undefined) hideContent(paths, keys.spoolPrivateKey);
  if (file.converting !== undefined) {
    if (target !== undefined) sealSpool(paths);
    // At another time somebody may be writing them.
    for (const path of unfinishedFiles(paths)) wipe(path);
  }
  const report = convertFiles(paths, file.converting === undefined ? isPlain : differsFrom(target), target, onProgress);
  faultPoint('conversion-done');
  if (target === undefined) openSpool(paths, keys.spoolPrivateKey);
  setDatabaseKeys(target === undefined ? [] : [target]);
  if (file.converting !== undefined) settle(paths, file);
  return report;
}

function settle(paths: HomePaths, { converting, ...file }: KeyFile): void {
  if (converting === 'decrypt') {
    rmSync(paths.keys);
    syncFolder(dirname(paths.keys));
  } else {
    writeKeyFile(paths, { ...file, wrapped: file.wrapped.slice(0, 1) });
  }
}

function hideContent(paths: HomePaths, privateKey: Buffer): void {
  const publicKey = publicKeyFor(privateKey);
  if (readSpoolKey(paths.spoolKey) !== publicKey) writeFileAtomically(paths.spoolKey, `${publicKey}\n`);
  // Last blocks lie there to be read without a key.
  rmSync(paths.bootBlocks, { recursive: true, force: true });
}

function openSpool(paths: HomePaths, privateKey: Buffer): void {
  rmSync(paths.spoolKey, { force: true });
  unsealSpool(paths, privateKey);
}

function convertFiles(
  paths: HomePaths,
  isWanted: (file: DatabaseFile) => boolean,
  key: string | undefined,
  onProgress?: Progress,
): ConversionReport {
  const files = databaseFiles(paths);
  for (const { path } of files) clearLeftovers(path);
  const converted: string[] = [];
  const left: string[] = [];
  for (const [done, file] of files.entries()) {
    onProgress?.(done, files.length);
    const result = convertOne(file, isWanted, key);
    if (result === 'converted') converted.push(file.path);
    if (result === 'left') left.push(file.path);
  }
  onProgress?.(files.length, files.length);
  return { converted, left };
}

function convertOne(
  file: DatabaseFile,
  isWanted: (file: DatabaseFile) => boolean,
  key: string | undefined,
): 'converted' | 'kept' | 'left' {
  try {
    if (!isWanted(file)) return 'kept';
    convertFile(file.path, key);
    return 'converted';
  } catch (error) {
    const isDamaged = error instanceof CarryoverError && DAMAGED.includes(error.code);
    if (!isDamaged || file.ifDamaged === 'stop') throw error;
    if (file.ifDamaged === 'leave') return 'left';
    for (const suffix of ['', '-wal', '-shm']) rmSync(file.path + suffix, { force: true });
    return 'converted';
  }
}

function isPlain({ path }: DatabaseFile): boolean {
  return isPlainDatabase(path);
}

function differsFrom(key: string | undefined): (file: DatabaseFile) => boolean {
  return ({ path }) => databaseKeyOf(path) !== key;
}

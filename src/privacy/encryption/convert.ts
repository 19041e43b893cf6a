/**
 * Encrypting, decrypting and rekeying a home. First keys.json says what is under way and lists every key a file may have;
 * then the files change one by one; then keys.json says that it is done. Cut off at any moment, every file opens with a
 * listed key or is plain, and `finishConversion` goes on from there (F-27). Keys stay listed as long as a file could
 * not be read that may have one of them, and the one of the spool until hooks that began before have ended.
 *
 * The daemon must not run: its owner lock is with the caller.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sealSpool, unsealSpool } from '../../capture/sealed-spool.ts';
import { readSpoolKey } from '../../capture/spool.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { syncFolder, writeFileAtomically } from '../../platform/atomic-file.ts';
import { systemClock } from '../../platform/clock.ts';
import { COMPRESSED, expandFile } from '../../platform/compressed-copy.ts';
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
import { removeFromKeychain } from '../../platform/keychain.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { createSealingKeys, publicKeyFor } from '../../platform/sealing.ts';
import { databaseKeyOf } from '../../platform/sqlite.ts';
import { isPlainDatabase } from '../../platform/sqlite-cipher.ts';
import { UNFINISHED } from '../../platform/sqlite-copy.ts';
import { clearLeftovers, convertFile, wipe } from './convert-file.ts';
import { compressedCopies, type DatabaseFile, databaseFiles, unfinishedFiles } from './database-files.ts';

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
  /** Too damaged to be copied, or not readable now, and needed by nothing: still as they were. */
  readonly left: readonly string[];
  /** Why an entry of the keychain is still there that nothing needs any more. */
  readonly keychainProblem?: string;
}

interface ConvertedFiles extends ConversionReport {
  /** One of those that are left could not be read now, and may have any of the keys. */
  readonly needsKeys: boolean;
}

type Progress = (done: number, total: number) => void;

/** May pass, unlike damage. */
const UNREADABLE = 'io-error';
const DAMAGED = ['database-corrupt', 'database-other-key', UNREADABLE];
/** A hook that has read the key seals, writes and flushes one event with it. */
const LAST_SEALED_MS = 1_000;

export function beginEncryption(paths: HomePaths, source: KeySource): StartedConversion {
  const keys = { databaseKeys: [newDatabaseKey()], spoolPrivateKey: createSealingKeys().privateKey };
  return begin(paths, wrapKeys(source.holder, source.secret, keys, 'encrypt'), keys);
}

/** Also under another holder. The files get a new key: an envelope alone would leave the old one good for old copies. */
export function beginRekeying(paths: HomePaths, held: StartedConversion, source: KeySource): StartedConversion {
  const keys = { ...held.keys, databaseKeys: [newDatabaseKey(), ...held.keys.databaseKeys] };
  const file = wrapKeys(source.holder, source.secret, keys, 'rekey');
  return begin(paths, { ...file, replaces: held.file.holder }, keys);
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
  const sealedUntil = target === undefined ? stopSealing(paths) : 0;
  if (target !== undefined) hideContent(paths, keys.spoolPrivateKey);
  if (file.converting !== undefined) {
    if (target !== undefined) sealSpool(paths);
    // At another time somebody may be writing them.
    for (const path of unfinishedFiles(paths)) wipe(path);
  }
  const isUnderWay = file.converting !== undefined || keys.databaseKeys.length > 1;
  const { needsKeys, ...report } = convertFiles(paths, isUnderWay ? differsFrom(target) : isPlain, target, onProgress);
  faultPoint('conversion-done');
  if (target === undefined) {
    waitUntil(sealedUntil);
    unsealSpool(paths, keys.spoolPrivateKey);
    setDatabaseKeys([]);
  } else setDatabaseKeys(needsKeys ? keys.databaseKeys : [target]);
  return isUnderWay ? { ...report, ...settle(paths, file, needsKeys) } : report;
}

function settle(
  paths: HomePaths,
  { converting, replaces, ...file }: KeyFile,
  needsKeys: boolean,
): Pick<ConversionReport, 'keychainProblem'> {
  if (converting !== 'decrypt') {
    writeKeyFile(paths, needsKeys ? file : { ...file, wrapped: file.wrapped.slice(0, 1) });
    return clearKeychain(replaces, file.holder);
  }
  if (needsKeys) return {};
  rmSync(paths.keys);
  syncFolder(dirname(paths.keys));
  return clearKeychain(file.holder);
}

/** Last: until then the old entry may be the only one that opens anything. */
function clearKeychain(old: KeyHolder | undefined, now?: KeyHolder): Pick<ConversionReport, 'keychainProblem'> {
  if (old?.kind !== 'keychain' || (now?.kind === 'keychain' && now.account === old.account)) return {};
  try {
    removeFromKeychain(old, process.env);
    return {};
  } catch (error) {
    return { keychainProblem: messageOf(error) };
  }
}

function hideContent(paths: HomePaths, privateKey: Buffer): void {
  const publicKey = publicKeyFor(privateKey);
  if (readSpoolKey(paths.spoolKey) !== publicKey) writeFileAtomically(paths.spoolKey, `${publicKey}\n`);
  // Last blocks lie there to be read without a key.
  rmSync(paths.bootBlocks, { recursive: true, force: true });
}

/** First of all: what is sealed after this was begun before. The moment when that has come to its end. */
function stopSealing({ spoolKey }: HomePaths): number {
  if (!existsSync(spoolKey)) return 0;
  rmSync(spoolKey);
  return systemClock.elapsed() + LAST_SEALED_MS;
}

function waitUntil(moment: number): void {
  const leftMs = moment - systemClock.elapsed();
  if (leftMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, leftMs);
}

/** To be encrypted like the others. False for one that is damaged: nothing needs it, and it stays as it is. */
function expandCopy(path: string): boolean {
  const plain = path.slice(0, -COMPRESSED.length);
  const unfinished = `${plain}${UNFINISHED}`;
  try {
    expandFile(path, unfinished);
  } catch (thrown) {
    wipe(unfinished);
    if (thrown instanceof CarryoverError && thrown.code === 'backup-damaged') return false;
    throw thrown;
  }
  renameSync(unfinished, plain);
  syncFolder(dirname(plain));
  wipe(path);
  return true;
}

function convertFiles(
  paths: HomePaths,
  isWanted: (file: DatabaseFile) => boolean,
  key: string | undefined,
  onProgress?: Progress,
): ConvertedFiles {
  const left = key === undefined ? [] : compressedCopies(paths).filter((path) => !expandCopy(path));
  const files = databaseFiles(paths);
  for (const { path } of files) clearLeftovers(path);
  const converted: string[] = [];
  let needsKeys = false;
  for (const [done, file] of files.entries()) {
    onProgress?.(done, files.length);
    const result = convertOne(file, isWanted, key);
    if (result === 'converted') converted.push(file.path);
    if (result === 'left' || result === 'unreadable') left.push(file.path);
    needsKeys ||= result === 'unreadable';
  }
  onProgress?.(files.length, files.length);
  return { converted, left, needsKeys };
}

function convertOne(
  file: DatabaseFile,
  isWanted: (file: DatabaseFile) => boolean,
  key: string | undefined,
): 'converted' | 'kept' | 'left' | 'unreadable' {
  try {
    if (!isWanted(file)) return 'kept';
    convertFile(file.path, key);
    return 'converted';
  } catch (error) {
    const isDamaged = error instanceof CarryoverError && DAMAGED.includes(error.code);
    if (!isDamaged || file.ifDamaged === 'stop') throw error;
    if (file.ifDamaged === 'leave') return error.code === UNREADABLE ? 'unreadable' : 'left';
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

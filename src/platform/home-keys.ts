/**
 * `keys.json`: how the databases of this home are encrypted. The key of the databases is random; it lies here under the
 * key of its holder (a passphrase, a key file, the keychain), so another holder or passphrase is another envelope and not
 * another database. Whoever has this file and not the holder's secret has nothing.
 *
 * While a conversion is under way the file lists every key that a database may still have, the new one first: at every
 * moment each database opens with one of them, or is plain.
 */
import { hkdfSync, randomBytes, scrypt, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { isObject } from '../memory/json-guards.ts';
import { decipher, encipher } from './aes-gcm.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { type KeychainTool, readKeychain } from './keychain.ts';
import type { HomePaths } from './paths.ts';
import { isCode, readSecret } from './private-file.ts';

export type KeyHolder =
  | { readonly kind: 'passphrase'; readonly salt: string; readonly N: number; readonly r: number; readonly p: number }
  | { readonly kind: 'key-file'; readonly path: string }
  | { readonly kind: 'keychain'; readonly tool: KeychainTool; readonly account: string };

export type Conversion = 'encrypt' | 'decrypt' | 'rekey';

export interface KeyFile {
  readonly version: 1;
  readonly holder: KeyHolder;
  /** Database keys under the holder's key, the current one first. */
  readonly wrapped: readonly string[];
  /** What opens the sealed spool, under the holder's key. */
  readonly spoolPrivate: string;
  readonly converting?: Conversion;
  /** Who held the keys before a rekey that is under way. */
  readonly replaces?: KeyHolder;
}

export interface HomeKeys {
  readonly databaseKeys: readonly string[];
  readonly spoolPrivateKey: Buffer;
}

export type Encryption =
  | { readonly state: 'off' }
  | { readonly state: 'on'; readonly holder: KeyHolder['kind']; readonly converting?: Conversion };

/** Half a second and 128 MB for each guess at a passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 };
const SCRYPT_MEMORY_BYTES = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** A new database key, as SQLite takes it. */
export function newDatabaseKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

export function newPassphraseHolder(): KeyHolder {
  return { kind: 'passphrase', salt: randomBytes(SALT_BYTES).toString('base64'), ...SCRYPT };
}

/** Puts the keys into an envelope for this holder. */
export function wrapKeys(holder: KeyHolder, secret: Buffer, keys: HomeKeys, converting?: Conversion): KeyFile {
  const key = holderKey(holder, secret);
  return {
    version: 1,
    holder,
    wrapped: keys.databaseKeys.map((each) => wrap(key, Buffer.from(each, 'hex'))),
    spoolPrivate: wrap(key, keys.spoolPrivateKey),
    ...(converting === undefined ? {} : { converting }),
  };
}

export function writeKeyFile(paths: HomePaths, file: KeyFile): void {
  writeFileAtomically(paths.keys, `${JSON.stringify(file, null, 2)}\n`);
}

/** Undefined where nothing is encrypted. A file that cannot be understood is an error: without it nothing opens. */
export function readKeyFile(paths: Pick<HomePaths, 'keys'>): KeyFile | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(paths.keys, 'utf8'));
    if (isKeyFile(parsed)) return parsed;
    throw new Error('not a file of keys of this version');
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return undefined;
    throw new CarryoverError(`cannot read ${paths.keys}: ${messageOf(cause)}`, {
      code: 'keys-unreadable',
      subject: paths.keys,
      hint: 'without this file the memory cannot be opened: check its permissions, or put it back from a copy of the home',
      cause,
    });
  }
}

export function encryptionOf(paths: Pick<HomePaths, 'keys'>): Encryption {
  const file = readKeyFile(paths);
  if (file === undefined) return { state: 'off' };
  const { holder, converting } = file;
  return { state: 'on', holder: holder.kind, ...(converting === undefined ? {} : { converting }) };
}

/** What a person need not be asked for; undefined for a passphrase, which is nowhere but in a head. */
export function holderSecret({ holder }: Pick<KeyFile, 'holder'>, env: NodeJS.ProcessEnv): Buffer | undefined {
  if (holder.kind === 'passphrase') return undefined;
  if (holder.kind === 'keychain') return readKeychain(holder, env);
  return readKeyHolderFile(holder.path);
}

/** A key file of a person's own; what is said of secrets of the home, that a new one is made, is wrong for it. */
export function readKeyHolderFile(path: string): Buffer {
  try {
    return Buffer.from(readSecret(path), 'utf8');
  } catch (error) {
    if (!(error instanceof CarryoverError)) throw error;
    throw new CarryoverError(error.message, {
      code: error.code,
      subject: path,
      hint:
        error.code === 'secret-exposed'
          ? `if nobody else has read it: chmod 600 ${path}; if somebody may have: \`carryover rekey\` with a new one after that`
          : 'put the key file back from your copy of it: without it the memory cannot be opened',
      cause: error,
    });
  }
}

export function unlockKeys(file: KeyFile, secret: Buffer): HomeKeys {
  return openEnvelope(file, holderKey(file.holder, secret));
}

/** The same for a process that has others to answer: a passphrase takes its half second on another thread. */
export async function unlockKeysAside(file: KeyFile, secret: Buffer): Promise<HomeKeys> {
  const { holder } = file;
  if (holder.kind !== 'passphrase') return unlockKeys(file, secret);
  const { N, r, p } = holder;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const salt = Buffer.from(holder.salt, 'base64');
  scrypt(secret, salt, KEY_BYTES, { N, r, p, maxmem: SCRYPT_MEMORY_BYTES }, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return openEnvelope(file, await promise);
}

function openEnvelope(file: KeyFile, key: Buffer): HomeKeys {
  try {
    return {
      databaseKeys: file.wrapped.map((each) => unwrap(key, each).toString('hex')),
      spoolPrivateKey: unwrap(key, file.spoolPrivate),
    };
  } catch (cause) {
    throw wrongKey(file.holder, cause);
  } finally {
    key.fill(0);
  }
}

function wrongKey(holder: KeyHolder, cause: unknown): CarryoverError {
  const { message, hint } = {
    passphrase: { message: 'this passphrase does not open the memory', hint: 'try again; nothing was changed' },
    'key-file': {
      message: 'the key file does not open the memory',
      hint: 'it was changed or replaced: put the right one back from your copy of it',
    },
    keychain: {
      message: 'the key in the keychain does not open the memory',
      hint: 'it was changed or replaced: log in as the user who encrypted this home',
    },
  }[holder.kind];
  return new CarryoverError(message, {
    code: 'wrong-key',
    hint,
    ...(holder.kind === 'key-file' ? { subject: holder.path } : {}),
    cause,
  });
}

function holderKey(holder: KeyHolder, secret: Buffer): Buffer {
  if (holder.kind !== 'passphrase')
    return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `carryover ${holder.kind}`, KEY_BYTES));
  const { N, r, p } = holder;
  return scryptSync(secret, Buffer.from(holder.salt, 'base64'), KEY_BYTES, { N, r, p, maxmem: SCRYPT_MEMORY_BYTES });
}

function wrap(key: Buffer, content: Buffer): string {
  return encipher(key, content).toString('base64');
}

function unwrap(key: Buffer, wrapped: string): Buffer {
  return decipher(key, Buffer.from(wrapped, 'base64'));
}

function isKeyFile(value: unknown): value is KeyFile {
  if (!isObject(value) || value.version !== 1 || !isHolder(value.holder)) return false;
  const { wrapped, spoolPrivate, replaces } = value;
  if (replaces !== undefined && !isHolder(replaces)) return false;
  const areWrapped = Array.isArray(wrapped) && wrapped.length > 0 && wrapped.every((each) => typeof each === 'string');
  return areWrapped && typeof spoolPrivate === 'string';
}

function isHolder(value: unknown): value is KeyHolder {
  if (!isObject(value)) return false;
  if (value.kind === 'passphrase') return typeof value.salt === 'string' && isScrypt(value);
  if (value.kind === 'key-file') return typeof value.path === 'string';
  return value.kind === 'keychain' && typeof value.tool === 'string' && typeof value.account === 'string';
}

/** Numbers of another making could ask for all memory there is. */
function isScrypt({ N, r, p }: Readonly<Record<string, unknown>>): boolean {
  return N === SCRYPT.N && r === SCRYPT.r && p === SCRYPT.p;
}

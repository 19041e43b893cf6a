/**
 * Sealing: whoever has the public key can close a message, only the holder of the private key can open it. A key pair
 * that lives for one message (X25519) agrees on a secret with the public key; HKDF makes an AES-256-GCM key of it.
 * The form is: version byte, ephemeral public key (32), ciphertext, tag (16). A change of any byte is noticed.
 *
 * Limit: it says nothing about who sealed it. Used by the hook's cold half: node built-ins only.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { CarryoverError } from '../memory/error.ts';

interface SealingKeys {
  /** base64url, for a file. */
  readonly publicKey: string;
  /** The 32 raw bytes, so that they can be overwritten. */
  readonly privateKey: Buffer;
}

const VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_BYTES;
/** Keys made here fit nothing else. */
const CONTEXT = 'carryover/seal/v1';
/** RFC 8410: version 0, algorithm 1.3.101.110 (X25519), the 32 bytes that follow. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
const KEY = /^[A-Za-z0-9_-]{43}$/;

export function createSealingKeys(): SealingKeys {
  const { x, d } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new Error('no key pair was made');
  return { publicKey: x, privateKey: Buffer.from(d, 'base64url') };
}

/** The half that may lie open. */
export function publicKeyFor(privateKey: Buffer): string {
  return rawOf(createPublicKey(privateKeyOf(privateKey))).toString('base64url');
}

export function seal(publicKey: string, bytes: Uint8Array): Buffer {
  const recipient = publicKeyOf(publicKey);
  const once = generateKeyPairSync('x25519');
  const ephemeral = rawOf(once.publicKey);
  const { key, iv } = messageKey(once.privateKey, recipient, ephemeral, rawOf(recipient));
  const head = Buffer.concat([Buffer.of(VERSION), ephemeral]);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(head);
  const sealed = Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  return sealed;
}

/** Throws `not-unsealed` when it was sealed to another key, or changed. */
export function unseal(privateKey: Buffer, sealed: Uint8Array): Buffer {
  if (sealed.byteLength < HEAD_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw notUnsealed();
  const own = privateKeyOf(privateKey);
  const head = sealed.subarray(0, HEAD_BYTES);
  const ephemeral = Buffer.from(head.subarray(1));
  try {
    const sender = publicKeyOf(ephemeral.toString('base64url'));
    const { key, iv } = messageKey(own, sender, ephemeral, rawOf(createPublicKey(own)));
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
      .setAAD(head)
      .setAuthTag(sealed.subarray(sealed.byteLength - TAG_BYTES));
    const body = sealed.subarray(HEAD_BYTES, sealed.byteLength - TAG_BYTES);
    const opened = Buffer.concat([decipher.update(body), decipher.final()]);
    key.fill(0);
    return opened;
  } catch (cause) {
    throw notUnsealed(cause);
  }
}

/** The secret is fresh for each message, so the IV may come from it too. */
function messageKey(own: KeyObject, other: KeyObject, ephemeral: Buffer, recipient: Buffer) {
  const secret = diffieHellman({ privateKey: own, publicKey: other });
  const salt = Buffer.concat([ephemeral, recipient]);
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, CONTEXT, KEY_BYTES + IV_BYTES));
  secret.fill(0);
  return { key: derived.subarray(0, KEY_BYTES), iv: derived.subarray(KEY_BYTES) };
}

function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: checked(text) }, format: 'jwk' });
}

/** An imported private key needs its public half; PKCS #8 is the one form in which it may be left out. */
function privateKeyOf(raw: Buffer): KeyObject {
  if (raw.length !== KEY_BYTES) throw notAKey();
  const der = Buffer.concat([PKCS8_HEAD, raw]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function checked(key: string): string {
  if (KEY.test(key)) return key;
  throw notAKey();
}

function notAKey(): CarryoverError {
  return new CarryoverError('a sealing key is not valid', {
    code: 'invalid-key',
    hint: '`carryover doctor` says which files of the home are damaged',
  });
}

function notUnsealed(cause?: unknown): CarryoverError {
  return new CarryoverError('sealed content cannot be opened', {
    code: 'not-unsealed',
    hint: 'it was changed, or sealed to another key',
    cause,
  });
}

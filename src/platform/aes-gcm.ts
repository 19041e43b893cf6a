/** A few bytes under a key that this home holds: nonce, tag, ciphertext. A change of any byte is noticed. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function encipher(key: Buffer, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Throws when it was enciphered with another key, or changed. */
export function decipher(key: Buffer, enciphered: Uint8Array): Buffer {
  const cipher = createDecipheriv(CIPHER, key, enciphered.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAuthTag(enciphered.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([cipher.update(enciphered.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
}

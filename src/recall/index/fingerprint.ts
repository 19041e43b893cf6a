import { createHash } from 'node:crypto';

const BYTES = 6;

/** Stands for a text where only sameness matters: as much of a hash as a number of JavaScript holds. */
export function fingerprint(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, BYTES);
}

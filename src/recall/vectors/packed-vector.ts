/**
 * A vector as it is stored: a byte per number, which cosine hardly notices, and a bit per number, by which a whole space is
 * looked through ten times as fast. `signs` is padded to whole bytes; both sides of a comparison are, so it changes nothing.
 */
export interface PackedVector {
  readonly bytes: Uint8Array;
  readonly signs: Uint8Array;
}

const LARGEST = 127;
const BITS = 8;

export function packVector(vector: Float32Array): PackedVector {
  const bytes = new Int8Array(vector.length);
  const signs = new Uint8Array(Math.ceil(vector.length / BITS));
  // Each by its own largest number: cosine does not depend on the length.
  const scale = LARGEST / vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (const [at, value] of vector.entries()) {
    bytes[at] = Math.round(value * scale);
    const byte = Math.floor(at / BITS);
    if (value > 0) signs[byte] = (signs[byte] ?? 0) | (1 << (at % BITS));
  }
  return { bytes: new Uint8Array(bytes.buffer), signs };
}

/** Vectors of texts that were compared lately, in memory alone; by a hash, so that no text is kept for it. */
import { createHash } from 'node:crypto';

/** 1.5 MB of 768 numbers each; of 4,096 numbers 8 MB. */
const MAX_VECTORS = 500;

export class VectorCache {
  /** Least recently used first. */
  readonly #vectors = new Map<string, Float32Array>();

  get(text: string): Float32Array | undefined {
    const vector = this.#vectors.get(hashOf(text));
    if (vector !== undefined) this.set(text, vector);
    return vector;
  }

  set(text: string, vector: Float32Array): void {
    const key = hashOf(text);
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    const [oldest = ''] = this.#vectors.keys();
    if (this.#vectors.size > MAX_VECTORS) this.#vectors.delete(oldest);
  }

  clear(): void {
    this.#vectors.clear();
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

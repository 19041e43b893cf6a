/**
 * Fills the store from its source, one feed a round: what a round embeds is stored with its mark or not at all, so a kill
 * or a failure repeats at most one feed, and nothing is left out.
 *
 * A text that the model cannot take is left without a vector, but only if the model answers another text right after: else
 * the model is at fault, and the feed waits.
 */

import type { Log } from '../../platform/log.ts';
import { ProviderError } from '../../platform/models/provider-error.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { PROBE_TEXT } from './probe.ts';
import type { VectorSource } from './vector-source.ts';
import type { VectorStore } from './vector-store.ts';

export interface VectorSyncOptions {
  readonly store: VectorStore;
  readonly embedder: Embedder;
  readonly source: VectorSource;
  readonly log: Log;
}

export interface Round {
  /** How often this feed has failed before. */
  readonly attempts: number;
  readonly signal: AbortSignal;
}

/** What a failure repeats, and what is held in memory, at most. */
const FEED_DOCUMENTS = 32;
/** A local model may have to be loaded first. */
const REQUEST_MS = 60_000;
/** A server that fails this often with the same texts may have a problem with one of them. */
const SUSPICIOUS_ATTEMPTS = 3;

export class VectorSync {
  readonly #options: VectorSyncOptions;
  readonly #erasedMeanwhile = new Set<string>();
  #waiting = 0;

  constructor(options: VectorSyncOptions) {
    this.#options = options;
  }

  /** Documents the source still has. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether there may be more. Throws what the model, the source or the store threw. */
  async round(round: Round): Promise<boolean> {
    const { store, source } = this.#options;
    const { mark } = store.facts();
    this.#erasedMeanwhile.clear();
    const feed = await source.after(mark, FEED_DOCUMENTS);
    for (const prefix of feed.outdated) store.removeBeginningWith(prefix);
    this.#waiting = feed.waiting + feed.items.length;
    const vectors = await this.#embedAll(
      feed.items.flatMap(({ passages }) => passages),
      round,
    );
    let taken = 0;
    const documents = feed.items.map(({ key, space, passages }) => {
      const own = vectors.slice(taken, taken + passages.length);
      taken += passages.length;
      return { key, space, vectors: own.filter((vector) => vector !== undefined) };
    });
    const kept = documents.filter(({ key }) => !this.#erasedMeanwhile.has(key));
    if (kept.length > 0 || feed.mark !== mark) store.put(kept, feed.mark);
    this.#waiting = feed.waiting;
    return feed.mark !== mark || feed.items.length > 0 || feed.outdated.length > 0;
  }

  /** At once, and also for what is being embedded right now. */
  erase(keys: readonly string[]): void {
    for (const key of keys) this.#erasedMeanwhile.add(key);
    this.#options.store.remove(keys);
  }

  async #embedAll(texts: readonly string[], round: Round): Promise<readonly (Float32Array | undefined)[]> {
    const { batchTexts } = this.#options.embedder;
    const vectors: (Float32Array | undefined)[] = [];
    for (let at = 0; at < texts.length; at += batchTexts)
      vectors.push(...(await this.#embedBatch(texts.slice(at, at + batchTexts), round)));
    return vectors;
  }

  async #embedBatch(texts: readonly string[], round: Round): Promise<readonly (Float32Array | undefined)[]> {
    try {
      return await this.#ask(texts, round.signal);
    } catch (thrown) {
      const suspicious =
        thrown instanceof ProviderError &&
        (thrown.problem === 'unusable' || (thrown.problem === 'busy' && round.attempts >= SUSPICIOUS_ATTEMPTS));
      if (!suspicious || round.signal.aborted) throw thrown;
      return this.#oneByOne(texts, round.signal);
    }
  }

  async #oneByOne(texts: readonly string[], signal: AbortSignal): Promise<readonly (Float32Array | undefined)[]> {
    const vectors: (Float32Array | undefined)[] = [];
    for (const text of texts) {
      try {
        vectors.push(...(await this.#ask([text], signal)));
      } catch (thrown) {
        await this.#ask([PROBE_TEXT], signal);
        this.#options.log.warn('passage-skipped', { code: thrown instanceof ProviderError ? thrown.code : undefined });
        vectors.push(undefined);
      }
    }
    return vectors;
  }

  async #ask(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { store, embedder } = this.#options;
    const { vectors, tokens } = await embedder.embed(texts, 'passage', { timeoutMs: REQUEST_MS, signal });
    store.countRequest(tokens);
    if (vectors[0]?.length === store.facts().probe.length) return vectors;
    throw new ProviderError('the embedding model gives vectors of another size than before', {
      code: 'other-vectors',
      problem: 'busy',
    });
  }
}

/**
 * The vectors of questions. A question is asked once, without a retry; who waits for it waits no longer than allowed. A
 * request that is late goes on for a while, so that a model that is being loaded gets loaded, and meanwhile nobody else
 * waits for the same model in vain.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CarryoverError } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { VectorStore } from './vector-store.ts';

export interface QueryVectorsOptions {
  readonly store: VectorStore;
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly log: Log;
}

export interface NearQuestion {
  /** Redacted. */
  readonly text: string;
  /** Absent for all there are. */
  readonly spaces?: readonly string[];
  readonly limit: number;
  /** How long to wait for an answer. */
  readonly timeoutMs: number;
}

type Candidates = ReadonlyMap<string, number> | undefined;

/** How long a late request may go on. */
const REQUEST_MS = 10_000;

export class QueryVectors {
  readonly #options: QueryVectorsOptions;
  #late = 0;

  constructor(options: QueryVectorsOptions) {
    this.#options = options;
  }

  async candidates(question: NearQuestion): Promise<Candidates> {
    const { clock, store } = this.#options;
    const { text, timeoutMs } = question;
    if (this.#late > 0 || text.trim() === '' || store.passageCount === 0) return undefined;
    const inTime = new AbortController();
    const found = this.#find(question, clock.elapsed() + timeoutMs);
    const late = sleep(timeoutMs, undefined, { signal: inTime.signal, ref: false }).then(
      () => this.#waitFor(found),
      () => undefined,
    );
    const answer = await Promise.race([found, late]);
    inTime.abort();
    return answer;
  }

  #waitFor(found: Promise<Candidates>): undefined {
    this.#late += 1;
    void found.then(() => {
      this.#late -= 1;
    });
  }

  /** Never rejects. */
  async #find({ text, spaces, limit }: NearQuestion, deadline: number): Promise<Candidates> {
    const { store, embedder, log } = this.#options;
    try {
      const request = { timeoutMs: REQUEST_MS, signal: new AbortController().signal };
      const { vectors, tokens } = await embedder.embed([text], 'query', request);
      store.countRequest(tokens);
      const [vector] = vectors;
      if (vector === undefined || vector.length !== store.facts().probe.length) return undefined;
      return await store.nearest({ spaces, vector, limit, deadline });
    } catch (thrown) {
      log.debug('query-not-embedded', { code: thrown instanceof CarryoverError ? thrown.code : 'unexpected-failure' });
      return undefined;
    }
  }
}

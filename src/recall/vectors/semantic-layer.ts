/**
 * Search by meaning, when a person chose a model for it: keeps `vectors.db` filled in the background and gives a search its
 * nearest documents. Everything works without it.
 *
 * Guarantees: a search is never held up longer than it allows, and never fails because of this; what is erased is gone from
 * the file when `erase` returns; no model is called while none is chosen or `curator.modelCalls` is off; when it is switched off, the
 * vectors are deleted. Text is redacted before it is sent. A changed setting holds within seconds, without a restart.
 * Limits: SQLite work is synchronous, in slices of a few milliseconds; the `transformers` provider computes on the thread
 * this runs on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { backOffMs } from '../../platform/back-off.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { ProviderError } from '../../platform/models/provider-error.ts';
import { createEmbedder } from '../embeddings/create-embedder.ts';
import type { Embedder, EmbeddingSettings } from '../embeddings/embedder.ts';
import { isSameModel, PROBE_TEXT } from './probe.ts';
import { QueryVectors } from './query-vectors.ts';
import { removeVectorFiles } from './remove-vector-files.ts';
import { VectorKeeper } from './vector-keeper.ts';
import type { VectorSource } from './vector-source.ts';
import { openVectorStore, type VectorStore } from './vector-store.ts';

export interface SemanticOptions {
  /** Of `vectors.db`. */
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: Log;
  readonly source: VectorSource;
  /** For questions: what the source gives has been redacted before it was stored. */
  redact(text: string): string;
  /** Asked again and again. */
  settings(): EmbeddingSettings & Pick<Config, 'curator.modelCalls'>;
  /** How long to wait; for tests, which have no time. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface SemanticProgress {
  readonly state: 'off' | 'paused' | 'filling' | 'complete' | 'failing';
  readonly embedder: string;
  /** Whether text leaves this machine. */
  readonly remote: boolean;
  readonly passages: number;
  /** Documents still without vectors, as far as known. */
  readonly waiting: number;
  readonly skipped: number;
  readonly requests: number;
  readonly tokens: number;
  /** The code of what went wrong last, until it goes right again. */
  readonly problem: string | undefined;
}

interface Parts {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly keeper: VectorKeeper;
  readonly queries: QueryVectors;
}

/** How often it looks for new text and changed settings when there is nothing to do. */
const LOOK_MS = 5_000;
/** Between feeds, so that searches get their turn with the model. */
const PAUSE_MS = 50;
const PROBE_MS = 60_000;
const NOTHING_YET = { embedder: '', remote: false, passages: 0, waiting: 0, skipped: 0, requests: 0, tokens: 0 };

export class SemanticLayer {
  readonly #options: SemanticOptions;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #store: VectorStore | undefined;
  #parts: Parts | undefined;
  /** The settings the parts were made with. */
  #stamp = '';
  /** Whether the vectors are known to be of the model that answers now. */
  #recognised = false;
  #attempts = 0;
  #state: SemanticProgress['state'] = 'off';
  #problem: string | undefined;

  constructor(options: SemanticOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /**
   * The nearest documents and their cosines; undefined when there is no answer in time, for whatever reason.
   */
  async candidates(
    text: string,
    spaces: readonly string[],
    limit: number,
    timeoutMs: number,
  ): Promise<ReadonlyMap<string, number> | undefined> {
    if (!this.#recognised || this.#stampNow() !== this.#stamp || !this.#options.settings()['curator.modelCalls'])
      return undefined;
    return this.#parts?.queries.candidates(text, spaces, limit, timeoutMs);
  }

  /** To be called when documents were erased where they came from. */
  erase(keys: readonly string[]): void {
    try {
      if (this.#parts !== undefined) this.#parts.keeper.erase(keys);
      else if (this.#store !== undefined) this.#store.remove(keys);
      else removeVectorFiles(this.#options.path);
    } catch (thrown) {
      // Gone is gone, also when the file cannot be changed; the rest is made again.
      this.#options.log.warn('vectors-removed', { code: codeOf(thrown) });
      this.#discard();
    }
  }

  progress(): SemanticProgress {
    const common = { state: this.#state, problem: this.#problem };
    if (this.#parts === undefined) return { ...NOTHING_YET, ...common };
    const { embedder, store, keeper } = this.#parts;
    const { name, remote } = embedder;
    return { embedder: name, remote, passages: store.passageCount, ...store.used, ...keeper.counts, ...common };
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
    this.#forget();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) await this.#pause(await this.#turn());
  }

  /** What is to be done now; returns how long to wait before the next turn. */
  async #turn(): Promise<number> {
    try {
      this.#follow();
      if (this.#parts === undefined || this.#state === 'paused') return LOOK_MS;
      if (!this.#recognised) await this.#recognise(this.#parts);
      const more = await this.#parts.keeper.round({ attempts: this.#attempts, signal: this.#end.signal });
      this.#state = more ? 'filling' : 'complete';
      this.#attempts = 0;
      this.#problem = undefined;
      return more ? PAUSE_MS : LOOK_MS;
    } catch (thrown) {
      return this.#failed(thrown);
    }
  }

  /** Does as the settings say. */
  #follow(): void {
    const { settings, path, env, clock, log, source, redact } = this.#options;
    const chosen = settings();
    const stamp = this.#stampNow();
    if (stamp !== this.#stamp) this.#forget();
    this.#stamp = stamp;
    if (chosen['embeddings.provider'] === 'off') {
      removeVectorFiles(path);
      this.#state = 'off';
      return;
    }
    this.#state = !chosen['curator.modelCalls'] ? 'paused' : this.#state === 'complete' ? 'complete' : 'filling';
    if (this.#parts !== undefined) return;
    const store = this.#store ?? openVectorStore(path, clock);
    this.#store = store;
    const embedder = createEmbedder(chosen, env);
    if (embedder === undefined) return;
    const keeper = new VectorKeeper({ store, embedder, source, log });
    this.#parts = { embedder, store, keeper, queries: new QueryVectors({ store, embedder, clock, log, redact }) };
  }

  async #recognise({ embedder, store }: Parts): Promise<void> {
    const deadline = { timeoutMs: PROBE_MS, signal: this.#end.signal };
    const { vectors, tokens } = await embedder.embed([PROBE_TEXT], 'passage', deadline);
    const [probe] = vectors;
    if (probe === undefined) return;
    const before = store.facts();
    if (before.embedder !== embedder.name || !isSameModel(before.probe, probe)) {
      store.startOver(embedder.name, probe);
      this.#options.log.info('vectors-started-over', { embedder: embedder.name, dimensions: probe.length });
    }
    store.countRequest(tokens);
    this.#recognised = true;
  }

  #failed(thrown: unknown): number {
    if (this.#end.signal.aborted) return 0;
    const code = codeOf(thrown);
    if (code !== this.#problem) this.#options.log.warn('vectors-failing', { code, reason: messageOf(thrown) });
    this.#problem = code;
    this.#state = 'failing';
    this.#attempts += 1;
    // Whoever answers next may be another model, and whatever was wrong with a key or the file may have been put right.
    if (code === 'database-corrupt') this.#discard();
    else if (thrown instanceof ProviderError && thrown.problem === 'setup') this.#parts = undefined;
    this.#recognised = false;
    return backOffMs(this.#attempts, thrown instanceof ProviderError ? thrown.retryAfterMs : undefined);
  }

  /** Ends early when the settings change. */
  async #pause(ms: number): Promise<void> {
    const { wait = rest } = this.#options;
    for (let left = ms; left > 0 && !this.#end.signal.aborted; left -= LOOK_MS) {
      await wait(Math.min(left, LOOK_MS), this.#end.signal);
      if (this.#stampNow() !== this.#stamp) return;
    }
  }

  #stampNow(): string {
    const { 'curator.modelCalls': _, ...settings } = this.#options.settings();
    return JSON.stringify(Object.entries(settings).filter(([key]) => key.startsWith('embeddings.')));
  }

  #forget(): void {
    this.#parts = undefined;
    this.#recognised = false;
    this.#attempts = 0;
    this.#problem = undefined;
    this.#store?.close();
    this.#store = undefined;
  }

  #discard(): void {
    this.#forget();
    removeVectorFiles(this.#options.path);
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  // Ended early means somebody closes the layer, which the loop sees by itself.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function codeOf(thrown: unknown): string {
  return thrown instanceof CarryoverError ? thrown.code : 'unexpected-failure';
}

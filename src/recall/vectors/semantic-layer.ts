/**
 * Search by meaning, when a person chose a model for it: keeps `vectors.db` filled in the background and gives a search its
 * nearest documents. Everything works without it.
 *
 * Guarantees: a search is never held up longer than it allows, and never fails because of this; what is erased is gone from
 * the file when `erase` returns; no model is called while `curator.modelCalls` is off.
 * Limits: questions come redacted, as stored texts do. Settings are those it was made with. SQLite work is synchronous, in
 * slices of a few milliseconds; the `transformers` provider computes on the thread this runs on.
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
import { type NearQuestion, QueryVectors } from './query-vectors.ts';
import { removeVectorFiles } from './remove-vector-files.ts';
import { NO_PROGRESS, type SemanticProgress } from './semantic-progress.ts';
import type { VectorSource } from './vector-source.ts';
import { openVectorStore, type VectorStore } from './vector-store.ts';
import { VectorSync } from './vector-sync.ts';

export type SemanticSettings = EmbeddingSettings & Pick<Config, 'curator.modelCalls'>;

export interface SemanticOptions {
  /** Of `vectors.db`. */
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: Log;
  readonly source: VectorSource;
  readonly settings: SemanticSettings;
  /** How long to wait; for tests, which have no time. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface Parts {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly keeper: VectorSync;
  readonly queries: QueryVectors;
}

/** How often it looks for new text when there is nothing to do: often enough, and what came meanwhile goes together. */
const LOOK_MS = 5_000;
/** Between feeds, so that searches get their turn with the model. */
const PAUSE_MS = 50;
const PROBE_MS = 60_000;

export class SemanticLayer {
  readonly #options: SemanticOptions;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #store: VectorStore | undefined;
  #parts: Parts | undefined;
  /** Whether the vectors are known to be of the model that answers now. */
  #recognised = false;
  #attempts = 0;
  #state = NO_PROGRESS.state;
  #problem: string | undefined;

  constructor(options: SemanticOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** The nearest documents and their cosines; undefined when there is no answer in time, for whatever reason. */
  async candidates(question: NearQuestion): Promise<ReadonlyMap<string, number> | undefined> {
    return this.#recognised ? this.#parts?.queries.candidates(question) : undefined;
  }

  /** To be called when documents were erased where they came from; throws when it is to be called again. */
  erase(keys: readonly string[]): void {
    try {
      if (this.#parts !== undefined) this.#parts.keeper.erase(keys);
      else if (this.#store !== undefined) this.#store.remove(keys);
      else removeVectorFiles(this.#options.path);
    } catch (thrown) {
      // Somebody else reads the file, and will have done so.
      if (thrown instanceof CarryoverError && thrown.code === 'database-busy') throw thrown;
      // Gone is gone, also when the file cannot be changed; the rest is made again.
      this.#options.log.warn('vectors-removed', { code: codeOf(thrown) });
      this.#discard();
    }
  }

  progress(): SemanticProgress {
    const common = { state: this.#state, problem: this.#problem };
    if (this.#parts === undefined) return { ...NO_PROGRESS, ...common };
    const { embedder, store, keeper } = this.#parts;
    const { name, remote } = embedder;
    const { passageCount: passages, used } = store;
    return { embedder: name, remote, passages, ...used, waiting: keeper.waiting, ...common };
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
    this.#forget();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    const { wait = rest } = this.#options;
    while (!signal.aborted) await wait(await this.#turn(), signal);
  }

  /** What is to be done now; returns how long to wait before the next turn. */
  async #turn(): Promise<number> {
    try {
      const parts = this.#prepare();
      if (parts === undefined || !this.#options.settings['curator.modelCalls']) {
        this.#state = 'paused';
        return LOOK_MS;
      }
      if (!this.#recognised) await this.#recognise(parts);
      const more = await parts.keeper.round({ attempts: this.#attempts, signal: this.#end.signal });
      this.#state = more ? 'filling' : 'complete';
      this.#attempts = 0;
      this.#problem = undefined;
      return more ? PAUSE_MS : LOOK_MS;
    } catch (thrown) {
      return this.#failed(thrown);
    }
  }

  #prepare(): Parts | undefined {
    if (this.#parts !== undefined) return this.#parts;
    const { settings, path, env, clock, log, source } = this.#options;
    const store = this.#store ?? openVectorStore(path, clock);
    this.#store = store;
    const embedder = createEmbedder(settings, env);
    if (embedder === undefined) return undefined;
    const keeper = new VectorSync({ store, embedder, source, log });
    this.#parts = { embedder, store, keeper, queries: new QueryVectors({ store, embedder, clock, log }) };
    return this.#parts;
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

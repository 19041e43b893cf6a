/**
 * How near candidates of a search lie to its question in meaning, as a model says that a person chose (`embeddings.provider`).
 *
 * Guarantees: all candidates are compared or none is; whoever asks waits no longer than allowed and gets nothing rather than
 * an error; questions are redacted before they leave here, as stored texts were; no model is asked while
 * `curator.modelCalls` is off; a changed setting holds from the next question on; vectors stand in no file.
 * A request that is late goes on for a while, so that a model that is being loaded gets loaded and the next search has its
 * vectors, and meanwhile nobody else waits for the same model in vain.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CarryoverError } from '../../memory/error.ts';
import type { Config } from '../../platform/config.ts';
import { dot } from '../text/word-vectors.ts';
import { BATCH_TEXTS, createEmbedder, type Embedder, type EmbeddingSettings } from './embedder.ts';
import { prepared, type TextKind } from './model-prefixes.ts';
import { VectorCache } from './vector-cache.ts';

type NearnessSettings = EmbeddingSettings & Pick<Config, 'curator.modelCalls'>;

export interface NearnessOptions {
  readonly env: NodeJS.ProcessEnv;
  /** As they are now. */
  settings(): NearnessSettings;
  redact(text: string): string;
}

/** For `status`. */
export interface NearnessState {
  readonly state: 'ready' | 'paused' | 'failing';
  /** Empty when it is not set up. */
  readonly embedder: string;
  /** Whether text leaves this machine. */
  readonly remote: boolean;
  /** Since the daemon started: what an invoice can be held against. */
  readonly requests: number;
  readonly tokens: number;
  /** The code of what went wrong last, until it goes right again. */
  readonly problem: string | undefined;
}

/** How long a late request may go on. */
const REQUEST_MS = 10_000;
/** A question is redacted before it is cut, so that no secret is cut in half; of more than this only the beginning. */
const REDACTED_CHARS = 8_000;

export class Nearness {
  readonly #options: NearnessOptions;
  readonly #cache = new VectorCache();
  readonly #end = new AbortController();
  #embedder = '';
  #requests = 0;
  #tokens = 0;
  #problem: string | undefined;
  #late = 0;
  /** Counts what was forgotten: a vector that was asked for before is not kept. */
  #forgotten = 0;

  constructor(options: NearnessOptions) {
    this.#options = options;
  }

  /** Whether a search is worth its candidates. */
  get isAsked(): boolean {
    const settings = this.#options.settings();
    return settings['embeddings.provider'] !== 'off' && settings['curator.modelCalls'] && this.#late === 0;
  }

  /** A cosine for each candidate; undefined when there is no answer in time, for whatever reason. */
  async cosines(
    question: string,
    candidates: readonly string[],
    timeoutMs: number,
  ): Promise<readonly number[] | undefined> {
    const text = this.#options.redact(question.slice(0, REDACTED_CHARS));
    if (!this.isAsked || text.trim() === '' || candidates.length === 0) return undefined;
    const inTime = new AbortController();
    const compared = this.#compare(text, candidates);
    const late = sleep(timeoutMs, undefined, { signal: inTime.signal, ref: false }).then(
      () => this.#waitFor(compared),
      () => undefined,
    );
    const answer = await Promise.race([compared, late]);
    inTime.abort();
    return answer;
  }

  /** Undefined while nobody was chosen. */
  state(): NearnessState | undefined {
    const settings = this.#options.settings();
    if (settings['embeddings.provider'] === 'off') return undefined;
    const used = { requests: this.#requests, tokens: this.#tokens };
    try {
      const { name = '', address = '', remote = false } = createEmbedder(settings, this.#options.env) ?? {};
      const problem = identityOf({ name, address }) === this.#embedder ? this.#problem : undefined;
      const state = !settings['curator.modelCalls'] ? 'paused' : problem === undefined ? 'ready' : 'failing';
      return { state, embedder: name, remote, ...used, problem };
    } catch (thrown) {
      return { state: 'failing', embedder: '', remote: false, ...used, problem: codeOf(thrown) };
    }
  }

  /** What was erased may have been compared. */
  forget(): void {
    this.#forgotten += 1;
    this.#cache.clear();
  }

  close(): void {
    this.#end.abort();
  }

  #waitFor(compared: Promise<unknown>): undefined {
    this.#late += 1;
    void compared.then(() => {
      this.#late -= 1;
    });
  }

  /** Never rejects. */
  async #compare(question: string, candidates: readonly string[]): Promise<readonly number[] | undefined> {
    try {
      const settings = this.#options.settings();
      const embedder = createEmbedder(settings, this.#options.env);
      if (embedder === undefined) return undefined;
      if (identityOf(embedder) !== this.#embedder) this.#cache.clear();
      this.#embedder = identityOf(embedder);
      const as = (kind: TextKind) => (text: string) => prepared(text, kind, settings['embeddings.model']);
      const texts = [as('query')(question), ...candidates.map(as('passage'))];
      const [asked, ...others] = await this.#vectors(embedder, texts);
      this.#problem = undefined;
      if (asked === undefined || others.some(({ length }) => length !== asked.length)) return undefined;
      return others.map((vector) => dot(asked, vector));
    } catch (thrown) {
      this.#problem = codeOf(thrown);
      return undefined;
    }
  }

  /** Of prepared texts. */
  async #vectors(embedder: Embedder, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const known = new Map(texts.map((text) => [text, this.#cache.get(text)]));
    const missing = [...known.keys()].filter((text) => known.get(text) === undefined);
    const forgotten = this.#forgotten;
    const ask = async (batch: readonly string[]): Promise<void> => {
      this.#requests += 1;
      const { vectors, tokens } = await embedder.embed(batch, { timeoutMs: REQUEST_MS, signal: this.#end.signal });
      this.#tokens += tokens;
      for (const [at, vector] of vectors.entries()) {
        const text = batch[at] ?? '';
        known.set(text, vector);
        if (forgotten === this.#forgotten && identityOf(embedder) === this.#embedder) this.#cache.set(text, vector);
      }
    };
    // What did arrive is kept when another batch did not.
    const asked: Promise<void>[] = [];
    for (let at = 0; at < missing.length; at += BATCH_TEXTS) asked.push(ask(missing.slice(at, at + BATCH_TEXTS)));
    const failed = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return texts.flatMap((text) => known.get(text) ?? []);
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof CarryoverError ? thrown.code : 'unexpected-failure';
}

function identityOf({ name, address }: Pick<Embedder, 'name' | 'address'>): string {
  return `${name} ${address}`;
}

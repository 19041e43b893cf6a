/**
 * The texts that lie near a question, from a thread that runs only while a person has chosen a model for it.
 *
 * Guarantees: a changed setting holds from the next question on, at the latest after `LOOK_MS`, and with no model chosen the
 * vectors are deleted; questions are redacted before they leave here; whoever asks waits no longer than allowed and gets
 * nothing rather than an error.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { backOffMs } from '../../platform/back-off.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import type { Log } from '../../platform/log.ts';
import type { RecallQuery } from '../recall.ts';
import type { NearPairs } from '../search/semantic.ts';
import { removeVectorFiles } from '../vectors/remove-vector-files.ts';
import type { SemanticSettings } from '../vectors/semantic-layer.ts';
import { NO_PROGRESS, type SemanticProgress } from '../vectors/semantic-progress.ts';
import { spacesOf } from '../vectors/vector-keys.ts';
import type { FromVectors, ToVectors, VectorAnswers, VectorQuestion, VectorThreadData } from './vector-messages.ts';
import { endThread } from './worker-shutdown.ts';

/** The bundled worker, its file, and what the daemon has of its own. */
export interface VectorOptions {
  readonly thread: string;
  readonly path: string;
  readonly log: Log;
  /** As they are now. */
  settings(): SemanticSettings;
  redact(text: string): string;
}

export interface NearestTextsOptions extends VectorOptions {
  readonly journal: string;
  readonly knowledge: Pick<Knowledge, 'changedLearnings'>;
  onError(operation: string, error: unknown): void;
}

const LOOK_MS = 5_000;
const PROGRESS_MS = 250;
const NEAREST = 100;
/** A model looks at no more of a question. */
const QUESTION_CHARS = 2_000;
/** Redacted before it is cut, so that no secret is cut in half; of more than this only the beginning. */
const REDACTED_CHARS = 8_000;

export class NearestTexts {
  readonly #options: NearestTextsOptions;
  readonly #waiting = new Map<number, (answer: VectorAnswers[keyof VectorAnswers] | undefined) => void>();
  #worker: Worker | undefined;
  #settings: SemanticSettings | undefined;
  #changing: Promise<void> = Promise.resolve();
  #look: NodeJS.Timeout | undefined;
  #progress = NO_PROGRESS;
  #lastId = 0;
  /** Threads that ended without an answer, one after the other. */
  #failures = 0;
  #areSettingsRead = true;
  #isClosed = false;

  constructor(options: NearestTextsOptions) {
    this.#options = options;
  }

  /** May be called again. */
  start(): void {
    this.#follow();
    this.#look ??= setInterval(() => this.#follow(), LOOK_MS).unref();
  }

  /** Undefined when there is no answer in time, for whatever reason. */
  async near(query: RecallQuery, timeoutMs: number): Promise<NearPairs | undefined> {
    this.#follow();
    if (this.#worker === undefined) return undefined;
    const text = this.#options.redact(query.text.slice(0, REDACTED_CHARS)).slice(0, QUESTION_CHARS);
    const spaces = spacesOf(query);
    const question = { text, limit: NEAREST, timeoutMs, ...(spaces === undefined ? {} : { spaces }) };
    return this.#within(timeoutMs, this.#ask({ kind: 'near', question }));
  }

  /** Resolves when the vectors of all that was erased before are out of the file. */
  async settle(): Promise<void> {
    if ((await this.#hasSettled()) || (await this.#hasSettled())) return;
    // Gone is gone, and the rest is made again.
    const settings = this.#settings;
    const ended = this.#end();
    const deleted = this.#changing
      .then(() => ended)
      .then(() => {
        removeVectorFiles(this.#options.path);
        if (settings !== undefined && settings === this.#settings) this.#begin(settings);
      });
    this.#changing = deleted.catch((error: unknown) => this.#options.onError('delete vectors', error));
    await deleted;
  }

  /** Undefined while no model is chosen. */
  async progress(): Promise<SemanticProgress | undefined> {
    const settings = this.#settings;
    if (settings === undefined || isOff(settings)) return undefined;
    const now = await this.#within(PROGRESS_MS, this.#ask({ kind: 'progress' }));
    // A thread that computes or begins does not answer at once: it is where it was.
    if (now !== undefined && settings === this.#settings) this.#progress = now;
    return this.#progress;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#look);
    await this.#changing;
    await this.#end();
  }

  /** Does as the settings say. A thread keeps those it began with. */
  #follow(): void {
    const { path, onError } = this.#options;
    const wanted = this.#wanted();
    if (this.#isClosed || wanted === undefined || JSON.stringify(wanted) === JSON.stringify(this.#settings)) return;
    this.#settings = wanted;
    this.#progress = NO_PROGRESS;
    // From here on nobody asks the model that is no longer wanted.
    const ended = this.#end();
    this.#changing = this.#changing
      .then(() => ended)
      .then(() => {
        if (wanted !== this.#settings) return;
        if (isOff(wanted)) removeVectorFiles(path);
        else this.#begin(wanted);
      })
      .catch((error: unknown) => onError('keep vectors', error));
  }

  /** Undefined while they cannot be read, which is told once: whatever was wanted before is wanted on. */
  #wanted(): SemanticSettings | undefined {
    try {
      const wanted = relevant(this.#options.settings());
      this.#areSettingsRead = true;
      return wanted;
    } catch (error) {
      if (this.#areSettingsRead) this.#options.onError('read the settings of search by meaning', error);
      this.#areSettingsRead = false;
      return undefined;
    }
  }

  #begin(settings: SemanticSettings): void {
    const { thread, journal, path, onError } = this.#options;
    if (this.#isClosed) return;
    const data: VectorThreadData = { journal, vectors: path, settings, keys: databaseKeys() };
    const worker = new Worker(thread, { workerData: data });
    worker.unref();
    this.#worker = worker;
    worker.on('message', (message: FromVectors) => void this.#hear(worker, message));
    worker.on('error', (error) => onError('keep vectors', error));
    worker.on('exit', () => this.#ended(worker));
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await endThread(worker);
    this.#answerNobody();
  }

  /** A thread that died comes again later; for this it comes at once. */
  async #hasSettled(): Promise<boolean> {
    await this.#changing;
    const settings = this.#settings;
    if (this.#isClosed || settings === undefined || isOff(settings)) return true;
    if (this.#worker === undefined) this.#begin(settings);
    return (await this.#ask({ kind: 'settle' })) === true;
  }

  #ended(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#answerNobody();
    const settings = this.#settings;
    this.#failures += 1;
    const again = () => {
      if (this.#worker === undefined && settings !== undefined && settings === this.#settings) this.#begin(settings);
    };
    setTimeout(() => void this.#changing.then(again), backOffMs(this.#failures, undefined)).unref();
  }

  #ask<Kind extends VectorQuestion['kind']>(
    asked: VectorQuestion & { readonly kind: Kind },
  ): Promise<VectorAnswers[Kind] | undefined> {
    const worker = this.#worker;
    return new Promise((resolve) => {
      if (worker === undefined) return resolve(undefined);
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, (answer) => resolve(answer as VectorAnswers[Kind]));
      worker.postMessage({ id: this.#lastId, asked } satisfies ToVectors);
    });
  }

  #answerNobody(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  async #within<Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer | undefined> {
    const inTime = new AbortController();
    const late = sleep(timeoutMs, undefined, { signal: inTime.signal }).catch(() => undefined);
    const first = await Promise.race([answer, late]);
    inTime.abort();
    return first;
  }

  async #hear(worker: Worker, message: FromVectors): Promise<void> {
    const { knowledge, log, onError } = this.#options;
    if (message.kind === 'answer') {
      if (message.answer !== undefined) this.#failures = 0;
      this.#waiting.get(message.id)?.(message.answer);
      this.#waiting.delete(message.id);
    } else if (message.kind === 'log') log[message.level](message.event, message.fields);
    else {
      const changes = await knowledge.changedLearnings(message.after, message.limit).catch((error: unknown) => {
        onError('embed what was learned', error);
        return undefined;
      });
      worker.postMessage({ id: message.id, changes } satisfies ToVectors);
    }
  }
}

function isOff(settings: SemanticSettings): boolean {
  return settings['embeddings.provider'] === 'off';
}

/** What a thread is begun anew for when it changes. */
function relevant(settings: SemanticSettings): SemanticSettings {
  return {
    'embeddings.provider': settings['embeddings.provider'],
    'embeddings.model': settings['embeddings.model'],
    'embeddings.baseUrl': settings['embeddings.baseUrl'],
    'embeddings.keyFile': settings['embeddings.keyFile'],
    'embeddings.folder': settings['embeddings.folder'],
    'curator.modelCalls': settings['curator.modelCalls'],
  };
}

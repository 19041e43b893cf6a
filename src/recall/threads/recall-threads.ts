/**
 * Recall on threads of its own: one fills the index, others answer. Nothing here computes; the daemon's thread hands
 * questions over and passes learnings on, because knowledge may be replaced under a reader and the journal may not.
 *
 * A damaged index is thrown away and filled again: all in it comes from elsewhere. Whatever else fails is tried again, and
 * `state` tells of it.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { StatusProblem } from '../../memory/status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Recall, RecallAnswer, RecallHit, RecallQuery, RecallState } from '../recall.ts';
import { FactFeed } from './fact-feed.ts';
import type { FromIndex, IndexThreadData, SearchInput, ThreadPaths, ToIndex } from './messages.ts';
import { NearestTexts, type VectorOptions } from './nearest-texts.ts';
import { errorOf } from './problem.ts';
import { ReaderPool } from './reader-pool.ts';

/** News within this time are looked at together. */
const GATHER_MS = 50;
const LOOK_AGAIN_MS = 5;
/** Whoever is this far behind is being filled, and nobody waits for that. */
const WORTH_WAITING_RECORDS = 4_000;
/** How long a search waits for a model: an answer by words alone is better than none. */
const MEANING_MS = 1_500;
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;
const PROGRESS_MS = 100;
/** What is damaged again sooner is damaged by its disk, and making it anew does not help. */
const BETWEEN_REPAIRS_MS = 60_000;
/** A file that was cut off or overwritten, as SQLite tells it. */
const DAMAGE = ['database-corrupt', 'io-error'];
const DOCTOR = '`carryover doctor` says what is wrong';

export interface RecallThreadsOptions extends ThreadPaths {
  /** The bundled workers. */
  readonly indexThread: string;
  readonly searchThread: string;
  /** Without it there is no search by meaning. */
  readonly vectors?: VectorOptions;
  readonly knowledge: Pick<Knowledge, 'changedLearnings'>;
  readonly clock: Clock;
  onError(operation: string, error: unknown): void;
}

export class RecallThreads implements Recall {
  readonly #options: RecallThreadsOptions;
  readonly #readers: ReaderPool;
  readonly #facts: FactFeed;
  readonly #nearest: NearestTexts | undefined;
  readonly #settling = new Map<number, () => void>();
  #worker: Worker | undefined;
  #ready = quietly(Promise.withResolvers<void>());
  #restartMs = RESTART_MS;
  #failure: CarryoverError | undefined;
  #wasDamaged = false;
  #repairedAt = Number.NEGATIVE_INFINITY;
  #isRebuilding = false;
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: RecallThreadsOptions) {
    this.#options = options;
    const { journal, index } = options;
    this.#readers = new ReaderPool(options.searchThread, { journal, index });
    const { vectors, knowledge, onError } = options;
    this.#nearest = vectors === undefined ? undefined : new NearestTexts({ ...vectors, journal, knowledge, onError });
    this.#facts = new FactFeed(options.knowledge, (message) => this.#tell(message));
  }

  start(): void {
    this.#fill(false);
    this.#nearest?.start();
  }

  #fill(anew: boolean): void {
    const { indexThread, journal, index, onError } = this.#options;
    const worker = new Worker(indexThread, { workerData: { journal, index, anew } satisfies IndexThreadData });
    worker.unref();
    this.#worker = worker;
    this.#ready = quietly(Promise.withResolvers<void>());
    worker.on('message', (message: FromIndex) => {
      if (worker === this.#worker) this.#hear(message);
    });
    worker.on('error', (error) => onError('fill the index', error));
    worker.on('exit', () => this.#restart(worker));
  }

  /** The journal has something new. */
  look(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell({ kind: 'look' });
    }, GATHER_MS).unref();
  }

  /** Knowledge has something new. */
  lookAtFacts(): void {
    void this.#feed();
  }

  /** Resolves when all that was stored or erased before is in the index, or out of its file and that of the vectors. */
  async settle(): Promise<void> {
    await this.#nearest?.settle();
    await this.#ready.promise;
    await this.#feed();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settling.set(id, resolve);
    this.#tell({ kind: 'settle', id });
    await promise;
  }

  async search(query: RecallQuery, onPart?: (hits: readonly RecallHit[]) => void): Promise<RecallAnswer> {
    const near = this.#nearest?.near(query, MEANING_MS);
    await this.#freshen(query.patienceMs);
    const take = onPart === undefined ? undefined : (part: unknown) => onPart(part as readonly RecallHit[]);
    const input: SearchInput = { query, near: await near };
    return (await this.#ask('search', input, { onPart: take })) as RecallAnswer;
  }

  async state(): Promise<RecallState> {
    const { index } = this.#options;
    const state = (await this.#ask('state', undefined, { urgent: true })) as {
      records: number;
      lastRecord: number;
      facts: number;
    };
    const waitingRecords = Math.max(0, state.lastRecord - state.records);
    if (waitingRecords === 0) this.#wasDamaged = false;
    const problem = this.#problem();
    const semantic = await this.#nearest?.progress();
    return {
      indexedRecords: state.records,
      waitingRecords,
      indexedFacts: state.facts,
      bytes: statSync(index, { throwIfNoEntry: false })?.size ?? 0,
      ...(semantic === undefined ? {} : { semantic }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  async rebuildIndex(onProgress: (done: number, total: number) => void): Promise<RecallState> {
    if (this.#isRebuilding) {
      throw new CarryoverError('the index is being made anew', { code: 'busy', hint: 'wait until it has finished' });
    }
    this.#isRebuilding = true;
    try {
      await this.#beginAnew();
      const settled = this.settle().then(() => true);
      while (!(await Promise.race([settled, sleep(PROGRESS_MS, false)]))) {
        if (this.#failure !== undefined) throw this.#failure;
        const { indexedRecords, waitingRecords } = await this.state();
        onProgress(indexedRecords, indexedRecords + waitingRecords);
      }
      return await this.state();
    } finally {
      this.#isRebuilding = false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const resolve of this.#settling.values()) resolve();
    await this.#nearest?.close();
    await this.#readers.close();
    await this.#worker?.terminate();
  }

  /** What was stored before the question shall be found by it: the index is told to hurry, and waited for a little. */
  async #freshen(patienceMs: number): Promise<void> {
    const { clock } = this.#options;
    if (patienceMs <= 0) return;
    const until = clock.elapsed() + patienceMs;
    const { last, through } = await this.#marks();
    if (through >= last || last - through > WORTH_WAITING_RECORDS) return;
    this.#tell({ kind: 'look' });
    // Not for what is stored after the question: while agents work, something always is.
    for (let reached = through; reached < last && clock.elapsed() < until; reached = (await this.#marks()).through)
      await sleep(LOOK_AGAIN_MS);
  }

  async #marks(): Promise<{ readonly last: number; readonly through: number }> {
    return (await this.#ask('marks', undefined)) as { readonly last: number; readonly through: number };
  }

  async #ask(...question: Parameters<ReaderPool['ask']>): Promise<unknown> {
    await this.#ready.promise;
    const worker = this.#worker;
    try {
      return await this.#readers.ask(...question);
    } catch (error) {
      if (!this.#isDamage(error)) throw error;
      // Else it was another file that it read.
      if (worker === this.#worker && !this.#repair()) throw error;
      throw damaged();
    }
  }

  #isDamage(error: unknown): boolean {
    const { index } = this.#options;
    return error instanceof CarryoverError && DAMAGE.includes(error.code) && error.subject === index;
  }

  /** Whether it helps. */
  #repair(): boolean {
    if (this.#options.clock.elapsed() - this.#repairedAt < BETWEEN_REPAIRS_MS) return false;
    this.#noteDamage();
    void this.#beginAnew();
    return true;
  }

  #noteDamage(): void {
    this.#wasDamaged = true;
    this.#repairedAt = this.#options.clock.elapsed();
    this.#options.onError('read the index', damaged());
  }

  /** Those who search meanwhile read the file that was thrown away. */
  async #beginAnew(): Promise<void> {
    const worker = this.#worker;
    // Its end is no reason to start another.
    this.#worker = undefined;
    await worker?.terminate();
    if (!this.#isClosed && this.#worker === undefined) this.#fill(true);
  }

  #problem(): StatusProblem | undefined {
    if (this.#failure !== undefined) {
      const { message, hint } = this.#failure;
      return { code: 'index-stuck', message: `the search index cannot be filled: ${message}`, hint: hint ?? DOCTOR };
    }
    if (!this.#wasDamaged) return undefined;
    const { code, message } = damaged();
    return { code, message, hint: 'searches find what is in it so far; nothing was lost' };
  }

  async #feed(): Promise<void> {
    try {
      await this.#ready.promise;
      await this.#facts.feed();
    } catch (error) {
      this.#options.onError('index what was learned', error);
    }
  }

  #hear(message: FromIndex): void {
    switch (message.kind) {
      case 'ready':
        if (message.wasDamaged) this.#noteDamage();
        this.#failure = undefined;
        this.#restartMs = RESTART_MS;
        this.#facts.beginAt(message.factsThrough);
        this.#readers.renew();
        this.#ready.resolve();
        void this.#feed();
        // The thread they were told to is gone.
        for (const id of this.#settling.keys()) this.#tell({ kind: 'settle', id });
        return;
      case 'settled':
        this.#settling.get(message.id)?.();
        this.#settling.delete(message.id);
        return;
      case 'mended':
        this.#failure = undefined;
        return;
      case 'failed':
        this.#fail(errorOf(message.problem));
    }
  }

  #fail(error: CarryoverError): void {
    if (this.#isDamage(error) && this.#repair()) {
      this.#ready.reject(damaged());
      return;
    }
    this.#options.onError('fill the index', error);
    this.#failure = error;
    this.#ready.reject(error);
  }

  #tell(message: ToIndex): void {
    this.#worker?.postMessage(message);
  }

  #restart(worker: Worker): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = undefined;
    this.#ready.reject(
      new CarryoverError('the search index is not open', { code: 'search-failed', hint: DOCTOR, retryable: true }),
    );
    setTimeout(() => {
      if (!this.#isClosed && this.#worker === undefined) this.#fill(false);
    }, this.#restartMs).unref();
    this.#restartMs = Math.min(LONGEST_RESTART_MS, 2 * this.#restartMs);
  }
}

/** Whoever waits gets the error; nobody may be waiting. */
function quietly<Value>(resolvers: PromiseWithResolvers<Value>): PromiseWithResolvers<Value> {
  resolvers.promise.catch(() => undefined);
  return resolvers;
}

function damaged(): CarryoverError {
  return new CarryoverError('the search index was damaged and is being made anew', {
    code: 'index-damaged',
    hint: 'try again in a moment; `carryover status` shows how far it is',
    retryable: true,
  });
}

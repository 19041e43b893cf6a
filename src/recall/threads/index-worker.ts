/**
 * The thread that fills the index, as its parent sees it. A damaged index is thrown away and filled again: all in it comes
 * from elsewhere; when it is damaged again soon after, it stays as it is and `problem` tells of it. A thread that ends is
 * replaced, later each time unless it lived long, and what is in the file is searched meanwhile. Whatever else fails is tried
 * again by the thread itself, and `problem` tells of it.
 *
 * A thread that has nothing to do for a while is let go, with all the memory that it took to fill an index; whoever tells it
 * something starts the next one, which looks for itself what is new.
 */

import { Worker } from 'node:worker_threads';
import { CarryoverError } from '../../memory/error.ts';
import type { StatusProblem } from '../../memory/status.ts';
import type { Clock } from '../../platform/clock.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import type { FactsMark } from '../index/indexer.ts';
import { USELESS } from '../index/schema.ts';
import { DOCTOR, damaged, damagedAgain, ended } from './index-errors.ts';
import type { FromIndex, IndexThreadData, ThreadPaths, ToIndex } from './messages.ts';
import { errorOf } from './problem.ts';
import { FILLING_THREAD } from './thread-limits.ts';
import { endThread } from './worker-shutdown.ts';

const RESTART_MS = 1_000;
/** Also how long a thread must have lived to be taken for one that works. */
const LONGEST_RESTART_MS = 60_000;
/** An agent at work stores something every few seconds; starting a thread takes about a tenth of one. */
const REST_MS = 15_000;
/** What is damaged again sooner is damaged by its disk, and making it anew does not help. */
const BETWEEN_REPAIRS_MS = 60_000;
/** A file that was cut off or overwritten, as SQLite tells it. */
const DAMAGE = [...USELESS, 'io-error'];

export interface IndexWorkerOptions extends ThreadPaths {
  /** The bundled worker. */
  readonly indexThread: string;
  readonly clock: Clock;
  /** How long it waits for something to do; another one for tests, which have no time. */
  readonly restMs?: number;
  /**
   * It is open, and holds this of what was learned; `isRested` when it is the same file as before the last thread was let go.
   * Resolves when the rest of it has been told.
   */
  onReady(facts: FactsMark, isRested: boolean): Promise<void>;
  /** A thread that had much to fill in was let go. */
  onFilled(): void;
  onError(operation: string, error: unknown): void;
}

export class IndexWorker {
  readonly #options: IndexWorkerOptions;
  readonly #settling = new Map<number, PromiseWithResolvers<void>>();
  #worker: Worker | undefined;
  /** When those that were ended have ended: there is one writer. */
  #ending: Promise<unknown> = Promise.resolve();
  #generation = 0;
  /** Whether there is an index to search, with or without a thread. */
  #isOpen = false;
  #startedAt = 0;
  /** Since there was nothing to do; and whether its thread was let go for it. */
  #idle: NodeJS.Timeout | undefined;
  #isResting = false;
  #hasRested = false;
  #hasFilled = false;
  #ready = quietly(Promise.withResolvers<void>());
  #restartMs = RESTART_MS;
  #failure: CarryoverError | undefined;
  #wasDamaged = false;
  #repairedAt = Number.NEGATIVE_INFINITY;
  #lastId = 0;
  #isClosed = false;

  constructor(options: IndexWorkerOptions) {
    this.#options = options;
  }

  /** Rejects when it cannot be opened; it is tried again later. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Another one when the index was begun anew. */
  get generation(): number {
    return this.#generation;
  }

  /** What does not work just now. */
  get failure(): CarryoverError | undefined {
    return this.#failure;
  }

  start(anew = false): void {
    const { indexThread, journal, index, onError } = this.#options;
    const worker = new Worker(indexThread, {
      workerData: { journal, index, anew, keys: databaseKeys() } satisfies IndexThreadData,
      resourceLimits: FILLING_THREAD,
    });
    worker.unref();
    this.#worker = worker;
    this.#startedAt = this.#options.clock.elapsed();
    if (anew) this.#generation += 1;
    if (anew || !this.#isOpen) this.#awaitAnother();
    worker.on('message', (message: FromIndex) => {
      if (worker === this.#worker) this.#hear(message);
    });
    worker.on('error', (error) => onError('fill the index', error));
    worker.on('exit', () => this.#restart(worker));
  }

  /** What nobody is there to hear is found by the next thread: it looks, is told what was learned, and settles. */
  tell(message: ToIndex): void {
    clearTimeout(this.#idle);
    if (this.#isResting) this.#wake();
    this.#worker?.postMessage(message);
  }

  /**
   * Resolves when everything that it was told before is done, also by a thread that comes after this one. Rejects while that
   * does not work: it is done as soon as it does.
   */
  settle(kind: 'settle' | 'forget' = 'settle'): Promise<void> {
    // Nobody would ever answer.
    if (this.#isClosed) return Promise.resolve();
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#lastId += 1;
    const id = this.#lastId;
    const settling = Promise.withResolvers<void>();
    this.#settling.set(id, settling);
    this.tell({ kind, id });
    return settling.promise;
  }

  /** Those who search meanwhile read the file that was thrown away. */
  async beginAnew(): Promise<void> {
    const worker = this.#worker;
    // Its end is no reason to start another.
    this.#worker = undefined;
    this.#failure = undefined;
    this.#isResting = false;
    this.#hasRested = false;
    clearTimeout(this.#idle);
    this.#ending = Promise.all([this.#ending, endThread(worker)]);
    await this.#ending;
    this.#startUnlessRunning(true);
  }

  #rest(): void {
    const worker = this.#worker;
    if (worker === undefined || this.#isClosed || this.#settling.size > 0) return;
    this.#worker = undefined;
    this.#isResting = true;
    const { onFilled } = this.#options;
    const tellFilled = this.#hasFilled ? endThread(worker).then(onFilled) : endThread(worker);
    this.#hasFilled = false;
    this.#ending = Promise.all([this.#ending, tellFilled]);
  }

  #wake(): void {
    this.#isResting = false;
    this.#hasRested = true;
    void this.#ending.then(() => this.#startUnlessRunning(false));
  }

  /** What a reader's error means to whoever asked; when it is damage of this generation, it is repaired. */
  explain(error: unknown, generation: number): unknown {
    // The file was replaced under the reader: whatever it says of it, it is on its way to be whole.
    if (generation !== this.#generation && isOf(error, this.#options.index)) return damaged();
    if (!this.#isDamage(error)) return error;
    return this.#repair() ? damaged() : damagedAgain();
  }

  /** `isWhole` when nothing waits. */
  problem(isWhole: boolean): StatusProblem | undefined {
    if (isWhole) this.#wasDamaged = false;
    if (this.#failure !== undefined) {
      const { message, hint } = this.#failure;
      return { code: 'index-stuck', message: `the search index cannot be filled: ${message}`, hint: hint ?? DOCTOR };
    }
    if (!this.#wasDamaged) return undefined;
    const { code, message } = damaged();
    return { code, message, hint: 'searches find what is in it so far; nothing was lost' };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const { resolve } of this.#settling.values()) resolve();
    this.#ready.reject(new CarryoverError('search has been closed', { code: 'closed', retryable: true }));
    await Promise.all([this.#ending, endThread(this.#worker)]);
  }

  #hear(message: FromIndex): void {
    switch (message.kind) {
      case 'ready':
        if (message.wasDamaged) this.#noteDamage();
        this.#failure = undefined;
        this.#isOpen = true;
        void this.#settleAgain(this.#options.onReady(message.facts, this.#hasRested && !message.wasDamaged));
        this.#hasRested = false;
        this.#ready.resolve();
        return;
      case 'idle':
        clearTimeout(this.#idle);
        this.#idle = setTimeout(() => this.#rest(), this.#options.restMs ?? REST_MS).unref();
        return;
      case 'compacted':
        this.#hasFilled = true;
        return;
      case 'settled':
        this.#settling.get(message.id)?.resolve();
        this.#settling.delete(message.id);
        return;
      case 'left-out':
        this.#options.onError('index a record', errorOf(message.problem));
        return;
      case 'mended':
        this.#failure = undefined;
        return;
      case 'failed':
        this.#fail(errorOf(message.problem));
    }
  }

  #fail(error: CarryoverError): void {
    const isDamage = this.#isDamage(error);
    if (isDamage && this.#repair()) return;
    this.#options.onError('fill the index', error);
    this.#giveUp(isDamage ? damagedAgain() : error);
  }

  /** For now. */
  #giveUp(failure: CarryoverError): void {
    this.#failure = failure;
    this.#ready.reject(failure);
    for (const { reject } of this.#settling.values()) reject(failure);
    this.#settling.clear();
  }

  /** The thread that was told to settle is gone, and so may be what it was to take in before. */
  async #settleAgain(fed: Promise<void>): Promise<void> {
    const before = [...this.#settling.keys()];
    await fed;
    for (const id of before) if (this.#settling.has(id)) this.tell({ kind: 'settle', id });
  }

  #isDamage(error: unknown): boolean {
    return isOf(error, this.#options.index) && DAMAGE.includes(error.code);
  }

  /** Whether it helps. */
  #repair(): boolean {
    if (this.#options.clock.elapsed() - this.#repairedAt < BETWEEN_REPAIRS_MS) return false;
    this.#noteDamage();
    // What is there is of no use to anybody.
    this.#awaitAnother();
    void this.beginAnew();
    return true;
  }

  #noteDamage(): void {
    this.#wasDamaged = true;
    this.#generation += 1;
    this.#repairedAt = this.#options.clock.elapsed();
    this.#options.onError('read the index', damaged());
  }

  /** Whoever waits already waits on. */
  #awaitAnother(): void {
    const before = this.#ready;
    this.#isOpen = false;
    this.#ready = quietly(Promise.withResolvers<void>());
    before.resolve(this.#ready.promise);
  }

  #restart(worker: Worker): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = undefined;
    const livedLong = this.#options.clock.elapsed() - this.#startedAt >= LONGEST_RESTART_MS;
    if (livedLong) this.#restartMs = RESTART_MS;
    // Once may be an accident; then it is soon there again.
    if (!this.#isOpen || this.#restartMs > RESTART_MS) this.#giveUp(this.#failure ?? ended());
    setTimeout(() => void this.#ending.then(() => this.#startUnlessRunning(false)), this.#restartMs).unref();
    this.#restartMs = Math.min(LONGEST_RESTART_MS, 2 * this.#restartMs);
  }

  #startUnlessRunning(anew: boolean): void {
    if (!this.#isClosed && this.#worker === undefined) this.start(anew);
  }
}

/** Whoever waits gets the error; nobody may be waiting. */
function quietly<Value>(resolvers: PromiseWithResolvers<Value>): PromiseWithResolvers<Value> {
  resolvers.promise.catch(() => undefined);
  return resolvers;
}

function isOf(error: unknown, path: string): error is CarryoverError {
  return error instanceof CarryoverError && error.subject === path;
}

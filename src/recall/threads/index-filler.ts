/**
 * The thread that fills the index, as its parent sees it. A damaged index is thrown away and filled again: all in it comes
 * from elsewhere. A thread that ends is replaced, later each time; whatever else fails is tried again by the thread itself,
 * and `problem` tells of it.
 */
import { Worker } from 'node:worker_threads';
import { CarryoverError } from '../../memory/error.ts';
import type { StatusProblem } from '../../memory/status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FromIndex, IndexThreadData, ThreadPaths, ToIndex } from './messages.ts';
import { errorOf } from './problem.ts';

const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;
/** What is damaged again sooner is damaged by its disk, and making it anew does not help. */
const BETWEEN_REPAIRS_MS = 60_000;
/** A file that was cut off or overwritten, as SQLite tells it. */
const DAMAGE = ['database-corrupt', 'io-error'];
const DOCTOR = '`carryover doctor` says what is wrong';

export interface IndexFillerOptions extends ThreadPaths {
  /** The bundled worker. */
  readonly indexThread: string;
  readonly clock: Clock;
  /** It is open, and holds what was learned up to this change. */
  onReady(factsThrough: number): void;
  onError(operation: string, error: unknown): void;
}

export class IndexFiller {
  readonly #options: IndexFillerOptions;
  readonly #settling = new Map<number, () => void>();
  #worker: Worker | undefined;
  #ready = quietly(Promise.withResolvers<void>());
  #restartMs = RESTART_MS;
  #failure: CarryoverError | undefined;
  #wasDamaged = false;
  #repairedAt = Number.NEGATIVE_INFINITY;
  #lastId = 0;
  #isClosed = false;

  constructor(options: IndexFillerOptions) {
    this.#options = options;
  }

  /** Rejects when it cannot be opened; it is tried again later. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Another one when the index was begun anew. */
  get generation(): unknown {
    return this.#worker;
  }

  /** What does not work just now. */
  get failure(): CarryoverError | undefined {
    return this.#failure;
  }

  start(anew = false): void {
    const { indexThread, journal, index, onError } = this.#options;
    const worker = new Worker(indexThread, { workerData: { journal, index, anew } satisfies IndexThreadData });
    worker.unref();
    this.#worker = worker;
    this.#awaitAnother();
    worker.on('message', (message: FromIndex) => {
      if (worker === this.#worker) this.#hear(message);
    });
    worker.on('error', (error) => onError('fill the index', error));
    worker.on('exit', () => this.#restart(worker));
  }

  tell(message: ToIndex): void {
    this.#worker?.postMessage(message);
  }

  /** Resolves when everything that it was told before is done, also by a thread that comes after this one. */
  settle(): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Nobody would ever answer.
    if (this.#isClosed) resolve();
    this.#settling.set(id, resolve);
    this.tell({ kind: 'settle', id });
    return promise;
  }

  /** Those who search meanwhile read the file that was thrown away. */
  async beginAnew(): Promise<void> {
    const worker = this.#worker;
    // Its end is no reason to start another.
    this.#worker = undefined;
    await worker?.terminate();
    if (!this.#isClosed && this.#worker === undefined) this.start(true);
  }

  /** What a reader's error means to whoever asked; when it is damage of this generation, it is repaired. */
  explain(error: unknown, generation: unknown): unknown {
    // The file was replaced under the reader: whatever it says of it, it is on its way to be whole.
    if (generation !== this.#worker && isOf(error, this.#options.index)) return damaged();
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
    for (const resolve of this.#settling.values()) resolve();
    this.#ready.reject(new CarryoverError('search has been closed', { code: 'closed', retryable: true }));
    await this.#worker?.terminate();
  }

  #hear(message: FromIndex): void {
    switch (message.kind) {
      case 'ready':
        if (message.wasDamaged) this.#noteDamage();
        this.#failure = undefined;
        this.#restartMs = RESTART_MS;
        this.#options.onReady(message.factsThrough);
        this.#ready.resolve();
        // The thread they were told to is gone.
        for (const id of this.#settling.keys()) this.tell({ kind: 'settle', id });
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
    const isDamage = this.#isDamage(error);
    if (isDamage && this.#repair()) return;
    this.#options.onError('fill the index', error);
    this.#failure = isDamage ? damagedAgain() : error;
    this.#ready.reject(this.#failure);
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
    this.#repairedAt = this.#options.clock.elapsed();
    this.#options.onError('read the index', damaged());
  }

  /** Whoever waits already waits on. */
  #awaitAnother(): void {
    const before = this.#ready;
    this.#ready = quietly(Promise.withResolvers<void>());
    before.resolve(this.#ready.promise);
  }

  #restart(worker: Worker): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = undefined;
    this.#ready.reject(
      new CarryoverError('the search index is not open', { code: 'search-failed', hint: DOCTOR, retryable: true }),
    );
    setTimeout(() => {
      if (!this.#isClosed && this.#worker === undefined) this.start();
    }, this.#restartMs).unref();
    this.#restartMs = Math.min(LONGEST_RESTART_MS, 2 * this.#restartMs);
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

function damaged(): CarryoverError {
  return new CarryoverError('the search index was damaged and is being made anew', {
    code: 'index-damaged',
    hint: 'try again in a moment; `carryover status` shows how far it is',
    retryable: true,
  });
}

function damagedAgain(): CarryoverError {
  return new CarryoverError('the search index is damaged again', {
    code: 'index-damaged',
    hint: 'check the disk, then run `carryover rebuild --index`; nothing was lost',
    retryable: true,
  });
}

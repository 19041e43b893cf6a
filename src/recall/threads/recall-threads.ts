/**
 * Recall on threads of its own: one fills the index, others answer. Nothing here computes; the daemon's thread hands
 * questions over and passes learnings on, because knowledge may be replaced under a reader and the journal may not.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Recall, RecallAnswer, RecallHit, RecallQuery, RecallState } from '../recall.ts';
import { FactFeed } from './fact-feed.ts';
import type { FromIndex, ThreadPaths, ToIndex } from './messages.ts';
import { ReaderPool } from './reader-pool.ts';

/** News within this time are looked at together. */
const GATHER_MS = 50;
const LOOK_AGAIN_MS = 5;
/** Whoever is this far behind is being filled, and nobody waits for that. */
const WORTH_WAITING_RECORDS = 4_000;
const RESTART_MS = 1_000;

export interface RecallThreadsOptions extends ThreadPaths {
  /** The bundled workers. */
  readonly indexThread: string;
  readonly searchThread: string;
  readonly knowledge: Pick<Knowledge, 'changedLearnings'>;
  readonly clock: Clock;
  onError(operation: string, error: unknown): void;
}

export class RecallThreads implements Recall {
  readonly #options: RecallThreadsOptions;
  readonly #readers: ReaderPool;
  readonly #facts: FactFeed;
  readonly #settling = new Map<number, () => void>();
  #worker: Worker | undefined;
  #ready = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: RecallThreadsOptions) {
    this.#options = options;
    const { journal, index } = options;
    this.#readers = new ReaderPool(options.searchThread, { journal, index });
    this.#facts = new FactFeed(options.knowledge, (message) => this.#tell(message));
  }

  start(): void {
    const { indexThread, journal, index, onError } = this.#options;
    const worker = new Worker(indexThread, { workerData: { journal, index } satisfies ThreadPaths });
    worker.unref();
    this.#worker = worker;
    worker.on('message', (message: FromIndex) => this.#hear(message));
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

  /** Resolves when all that was stored or erased before is in the index or out of its file. */
  async settle(): Promise<void> {
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
    await this.#freshen(query.patienceMs);
    const take = onPart === undefined ? undefined : (part: unknown) => onPart(part as readonly RecallHit[]);
    return (await this.#readers.ask('search', query, { onPart: take })) as RecallAnswer;
  }

  async state(): Promise<RecallState> {
    const { index } = this.#options;
    await this.#ready.promise;
    const state = (await this.#readers.ask('state', undefined)) as {
      records: number;
      lastRecord: number;
      facts: number;
    };
    return {
      indexedRecords: state.records,
      waitingRecords: Math.max(0, state.lastRecord - state.records),
      indexedFacts: state.facts,
      bytes: statSync(index, { throwIfNoEntry: false })?.size ?? 0,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const resolve of this.#settling.values()) resolve();
    await this.#readers.close();
    await this.#worker?.terminate();
  }

  /** What was stored before the question shall be found by it: the index is told to hurry, and waited for a little. */
  async #freshen(patienceMs: number): Promise<void> {
    const { clock } = this.#options;
    await this.#ready.promise;
    if (patienceMs <= 0) return;
    const until = clock.elapsed() + patienceMs;
    let behind = Number(await this.#readers.ask('behind', undefined));
    if (behind > 0) this.#tell({ kind: 'look' });
    while (behind > 0 && behind <= WORTH_WAITING_RECORDS && clock.elapsed() < until) {
      await sleep(LOOK_AGAIN_MS);
      behind = Number(await this.#readers.ask('behind', undefined));
    }
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
    if (message.kind === 'ready') {
      this.#facts.beginAt(message.factsThrough);
      this.#ready.resolve();
      void this.#feed();
    } else if (message.kind === 'settled') {
      this.#settling.get(message.id)?.();
      this.#settling.delete(message.id);
    } else this.#options.onError('fill the index', new Error(`${message.code}: ${message.message}`));
  }

  #tell(message: ToIndex): void {
    this.#worker?.postMessage(message);
  }

  #restart(worker: Worker): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = undefined;
    this.#ready = Promise.withResolvers<void>();
    setTimeout(() => {
      if (!this.#isClosed) this.start();
    }, RESTART_MS).unref();
  }
}

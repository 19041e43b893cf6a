/**
 * One worker for readings that are too large for the daemon's thread, asked one thing at a time. It is started when it is
 * needed and ended when nothing came for a while, which gives its memory back. A reading that takes too long, too much
 * memory or the worker with it fails alone: those behind it get a new worker.
 *
 * Time is what the worker computed, where Node tells (24.6): on a busy machine a reading is not given up because others
 * were at work. Elsewhere, and for one that hangs without computing, it is a multiple of that by the clock.
 */
import { Worker } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import type { ReadingAnswer, ReadingRequest, UnreadReason } from './reading.ts';
import type { RedactionOptions } from './redaction-options.ts';

/** By the clock, for one of that much computing. */
const CLOCK_FACTOR = 20;
const LOOKS_PER_LIMIT = 4;

export interface LaneOptions {
  /** The bundled worker; see daemon/capture-worker.ts. */
  readonly entry: string;
  readonly redaction: RedactionOptions;
  readonly memoryMb: number;
  /** How long it is kept without work. */
  readonly idleMs: number;
}

type Asked = Omit<ReadingRequest, 'id'>;

interface UnderWay {
  readonly id: number;
  settle(answer: ReadingAnswer | UnreadReason): void;
}

export class WorkerLane {
  readonly #options: LaneOptions;
  #worker: Worker | undefined;
  #underWay: UnderWay | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Of the reading under way. */
  #watch: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** `limitMs` is how long the worker may compute. */
  ask(asked: Asked, limitMs: number): Promise<ReadingAnswer | UnreadReason> {
    const turn = this.#last.then(() => this.#ask(asked, limitMs));
    this.#last = turn;
    return turn;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#drop('made the reader fail');
  }

  async #ask(asked: Asked, limitMs: number): Promise<ReadingAnswer | UnreadReason> {
    clearTimeout(this.#idle);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<ReadingAnswer | UnreadReason>();
    this.#underWay = { id, settle: resolve };
    const worker = this.#worker ?? this.#start();
    this.#limit(worker, limitMs);
    // A copy: what a worker takes with it when it dies is not ours.
    const bytes = new Uint8Array(asked.bytes);
    worker.postMessage({ ...asked, bytes, id } satisfies ReadingRequest, [bytes.buffer]);
    const answer = await promise;
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#underWay = undefined;
    this.#idle = setTimeout(() => void this.#drop('made the reader fail'), this.#options.idleMs).unref();
    return answer;
  }

  #start(): Worker {
    const { entry, redaction, memoryMb } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 };
    const worker = new Worker(entry, { workerData: redaction, resourceLimits });
    worker.unref();
    worker.on('message', (answer: ReadingAnswer) => {
      if (worker === this.#worker && answer.id === this.#underWay?.id)
        this.#underWay.settle(answer.failed === true ? 'made the reader fail' : answer);
    });
    const gone = (reason: UnreadReason) => {
      if (worker === this.#worker) void this.#drop(reason);
    };
    worker.on('error', (error) => gone(isOutOfMemory(error) ? 'took too much memory' : 'made the reader fail'));
    worker.on('exit', () => gone('made the reader fail'));
    this.#worker = worker;
    return worker;
  }

  #limit(worker: Worker, limitMs: number): void {
    const startedAt = systemClock.elapsed();
    // One that has just been started tells nothing yet: its start counts too.
    const before = computedMs(worker);
    const watch = setInterval(async () => {
      const [began = 0, now = 0] = await Promise.all([before, computedMs(worker)]);
      const clockMs = CLOCK_FACTOR * limitMs;
      const isOver = now - began > limitMs || systemClock.elapsed() - startedAt > clockMs;
      if (isOver && this.#watch === watch) await this.#drop('took too long');
    }, limitMs / LOOKS_PER_LIMIT).unref();
    this.#watch = watch;
  }

  /** The next reading gets a new worker; the one under way gets this. */
  async #drop(reason: UnreadReason): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#underWay?.settle(reason);
    await worker?.terminate();
  }
}

async function computedMs(worker: Worker): Promise<number | undefined> {
  const asked = (worker as { cpuUsage?(): Promise<NodeJS.CpuUsage> }).cpuUsage?.();
  // One that has just ended tells nothing more.
  const usage = await asked?.catch(() => undefined);
  return usage === undefined ? undefined : (usage.user + usage.system) / 1_000;
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

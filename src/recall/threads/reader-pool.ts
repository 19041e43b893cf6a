/**
 * The threads that answer questions: one for searches, and a second that is there for urgent ones, which wait for no search.
 * A question goes to a thread that is free for it, else waits; urgent ones wait in front. A thread that takes too long or dies is replaced, and its question fails.
 * A question that nobody waits for any more is not asked, and one that comes when many wait is refused. The second is let go
 * when nothing was asked of it for a while: it costs as much memory as the first.
 */

import { Worker } from 'node:worker_threads';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import type { Answer, Question, ThreadData, ThreadPaths } from './messages.ts';
import { errorOf } from './problem.ts';
import { WAITING_THREAD } from './thread-limits.ts';
import { endThread } from './worker-shutdown.ts';

const MOST_THREADS = 2;
/** Those that may be busy with what is not urgent. */
const SEARCHING_THREADS = 1;
/** Far more than the slowest search takes: from the time of asking for who asks, from its beginning for the thread. */
const DEADLINE_MS = 15_000;
const REST_MS = 15_000;
/** Of the same urgency: more than any that work together ask at once, and answered well within the deadline. */
const MOST_WAITING = 500;

interface Waiting extends Question {
  readonly urgent: boolean;
  /** Nobody waits for it any more. */
  isOver: boolean;
  readonly onPart: ((part: unknown) => void) | undefined;
  resolve(result: unknown): void;
  reject(error: CarryoverError): void;
}

interface AskOptions {
  /** Goes before those that are not. */
  readonly urgent?: boolean;
  /** Gets what is answered in parts, before the rest. */
  readonly onPart?: ((part: unknown) => void) | undefined;
  /** Whoever asks waits no longer. */
  readonly signal?: AbortSignal | undefined;
}

interface Reader {
  readonly worker: Worker;
  asked: Waiting | undefined;
  /** Until it is let go, where it is not the only one. */
  idle: NodeJS.Timeout | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Answers what it was asked, and nothing after that. */
  isLeaving: boolean;
}

export class ReaderPool {
  readonly #entry: string;
  readonly #paths: ThreadPaths;
  readonly #deadlineMs: number;
  readonly #restMs: number;
  readonly #readers = new Set<Reader>();
  readonly #waiting: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  /** Times are others for tests, which have none. */
  constructor(entry: string, paths: ThreadPaths, deadlineMs = DEADLINE_MS, restMs = REST_MS) {
    this.#entry = entry;
    this.#paths = paths;
    this.#deadlineMs = deadlineMs;
    this.#restMs = restMs;
  }

  async ask(method: string, input: unknown, { urgent = false, onPart, signal }: AskOptions = {}): Promise<unknown> {
    if (this.#isClosed) throw closed();
    if (signal?.aborted === true) throw givenUp();
    if (this.#waiting.filter((other) => other.urgent === urgent).length >= MOST_WAITING) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    const inParts = onPart !== undefined;
    const question = { id: this.#lastId, method, input, inParts, urgent, isOver: false, onPart, resolve, reject };
    const late = setTimeout(() => this.#leave(question, failed('a search took too long')), this.#deadlineMs);
    const giveUp = () => this.#leave(question, givenUp());
    signal?.addEventListener('abort', giveUp);
    const place = urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, question);
    this.#deal();
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** The index is another file from now on. */
  renew(): void {
    this.#retire([...this.#readers]);
  }

  /**
   * Another thread takes their place as soon as it has answered this; until then they answer. What they took while an index
   * was filled beside them lies between what is still needed, and goes back to the system only when all of it is free.
   */
  async replace(method: string): Promise<void> {
    if (this.#isClosed || this.#readers.size === 0) return;
    const before = [...this.#readers];
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    // Urgent: a search does not wait for it.
    const asked = { method, input: undefined, inParts: false, urgent: true, isOver: false, onPart: undefined };
    this.#give(this.#start(), { ...asked, id: this.#lastId, resolve, reject });
    await promise;
    this.#retire(before.filter((reader) => this.#readers.has(reader)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const question of this.#waiting.splice(0)) question.reject(closed());
    await Promise.all([...this.#readers].map((reader) => this.#end(reader, closed())));
  }

  #retire(readers: readonly Reader[]): void {
    for (const reader of readers) {
      if (reader.asked === undefined) void this.#end(reader, closed());
      else reader.isLeaving = true;
    }
  }

  /** A thread that is at it goes on: what it has open is worth more than the rest of one question. */
  #leave(question: Waiting, error: CarryoverError): void {
    const place = this.#waiting.indexOf(question);
    if (place >= 0) this.#waiting.splice(place, 1);
    question.isOver = true;
    question.reject(error);
  }

  #deal(): void {
    while (this.#waiting.length > 0) {
      if (this.#waiting[0]?.urgent === false && this.#searching() >= SEARCHING_THREADS) return;
      // The oldest first: the other one has its rest.
      const free = [...this.#readers].find(({ asked }) => asked === undefined) ?? this.#another();
      const question = free === undefined ? undefined : this.#waiting.shift();
      if (free === undefined || question === undefined) return;
      this.#give(free, question);
    }
  }

  #give(reader: Reader, question: Waiting): void {
    reader.asked = question;
    clearTimeout(reader.idle);
    reader.timer = setTimeout(() => void this.#end(reader, failed('a search took too long')), this.#deadlineMs);
    const { id, method, input, inParts } = question;
    reader.worker.postMessage({ id, method, input, inParts } satisfies Question);
  }

  #searching(): number {
    return [...this.#readers].filter(({ asked }) => asked?.urgent === false).length;
  }

  #another(): Reader | undefined {
    return this.#readers.size >= MOST_THREADS || this.#isClosed ? undefined : this.#start();
  }

  #start(): Reader {
    const data: ThreadData = { ...this.#paths, keys: databaseKeys() };
    const worker = new Worker(this.#entry, { workerData: data, resourceLimits: WAITING_THREAD });
    worker.unref();
    const reader: Reader = { worker, asked: undefined, idle: undefined, timer: undefined, isLeaving: false };
    worker.on('message', (answer: Answer) => this.#take(reader, answer));
    worker.on('error', (error) => void this.#end(reader, failed(error.message)));
    worker.on('exit', () => void this.#end(reader, failed('a search thread has ended')));
    this.#readers.add(reader);
    return reader;
  }

  #take(reader: Reader, answer: Answer): void {
    const { asked } = reader;
    if (asked === undefined || asked.id !== answer.id) return;
    if ('part' in answer) {
      this.#hand(reader, asked, answer.part);
      return;
    }
    clearTimeout(reader.timer);
    reader.asked = undefined;
    if ('result' in answer) asked.resolve(answer.result);
    else asked.reject(errorOf(answer.problem));
    // What it has open may be the trouble.
    if (reader.isLeaving || 'problem' in answer) void this.#end(reader, closed());
    else reader.idle = setTimeout(() => this.#rest(reader), this.#restMs).unref();
    this.#deal();
  }

  #rest(reader: Reader): void {
    const [oldest] = this.#readers;
    if (reader !== oldest && reader.asked === undefined) void this.#end(reader, closed());
  }

  /** Who cannot take a part gets no more. */
  #hand(reader: Reader, asked: Waiting, part: unknown): void {
    try {
      if (!asked.isOver) asked.onPart?.(part);
    } catch (thrown) {
      void this.#end(reader, failed(messageOf(thrown)));
    }
  }

  async #end(reader: Reader, error: CarryoverError): Promise<void> {
    this.#readers.delete(reader);
    clearTimeout(reader.timer);
    clearTimeout(reader.idle);
    reader.asked?.reject(error);
    reader.asked = undefined;
    await endThread(reader.worker);
    this.#deal();
  }
}

function failed(message: string): CarryoverError {
  return new CarryoverError(message, {
    code: 'search-failed',
    hint: 'try again; `carryover doctor` says whether the index is well',
    retryable: true,
  });
}

function busy(): CarryoverError {
  return new CarryoverError('too many searches wait already', {
    code: 'search-busy',
    hint: 'try again in a moment',
    retryable: true,
  });
}

function givenUp(): CarryoverError {
  return new CarryoverError('nobody waits for this search any more', { code: 'search-given-up', retryable: true });
}

function closed(): CarryoverError {
  return new CarryoverError('search has been closed', { code: 'closed', retryable: true });
}

/**
 * The threads that answer questions: one to begin with, a second when the first is busy. A question goes to a thread that is
 * free, else waits; urgent ones wait in front. A thread that takes too long or dies is replaced, and its question fails.
 */
import { Worker } from 'node:worker_threads';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { Answer, Question, ThreadPaths } from './messages.ts';
import { errorOf } from './problem.ts';

const MOST_THREADS = 2;
/** Far more than the slowest search takes. */
const DEADLINE_MS = 15_000;

interface Waiting extends Question {
  readonly urgent: boolean;
  readonly onPart: ((part: unknown) => void) | undefined;
  resolve(result: unknown): void;
  reject(error: CarryoverError): void;
}

interface AskOptions {
  /** Goes before those that are not. */
  readonly urgent?: boolean;
  /** Gets what is answered in parts, before the rest. */
  readonly onPart?: ((part: unknown) => void) | undefined;
}

interface Reader {
  readonly worker: Worker;
  asked: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Answers what it was asked, and nothing after that. */
  isLeaving: boolean;
}

export class ReaderPool {
  readonly #entry: string;
  readonly #paths: ThreadPaths;
  readonly #readers = new Set<Reader>();
  readonly #waiting: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(entry: string, paths: ThreadPaths) {
    this.#entry = entry;
    this.#paths = paths;
  }

  ask(method: string, input: unknown, { urgent = false, onPart }: AskOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed());
      this.#lastId += 1;
      const inParts = onPart !== undefined;
      const question = { id: this.#lastId, method, input, inParts, urgent, onPart, resolve, reject };
      const place = urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, question);
      this.#deal();
    });
  }

  /** The index is another file from now on. */
  renew(): void {
    for (const reader of this.#readers) {
      if (reader.asked === undefined) void this.#end(reader, closed());
      else reader.isLeaving = true;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const question of this.#waiting.splice(0)) question.reject(closed());
    await Promise.all([...this.#readers].map((reader) => this.#end(reader, closed())));
  }

  #deal(): void {
    while (this.#waiting.length > 0) {
      const free = [...this.#readers].find(({ asked }) => asked === undefined) ?? this.#another();
      const question = free === undefined ? undefined : this.#waiting.shift();
      if (free === undefined || question === undefined) return;
      free.asked = question;
      free.timer = setTimeout(() => void this.#end(free, failed('a search took too long')), DEADLINE_MS);
      const { id, method, input, inParts } = question;
      free.worker.postMessage({ id, method, input, inParts } satisfies Question);
    }
  }

  #another(): Reader | undefined {
    if (this.#readers.size >= MOST_THREADS || this.#isClosed) return undefined;
    const worker = new Worker(this.#entry, { workerData: this.#paths });
    worker.unref();
    const reader: Reader = { worker, asked: undefined, timer: undefined, isLeaving: false };
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
    this.#deal();
  }

  /** Who cannot take a part gets no more. */
  #hand(reader: Reader, asked: Waiting, part: unknown): void {
    try {
      asked.onPart?.(part);
    } catch (thrown) {
      void this.#end(reader, failed(messageOf(thrown)));
    }
  }

  async #end(reader: Reader, error: CarryoverError): Promise<void> {
    this.#readers.delete(reader);
    clearTimeout(reader.timer);
    reader.asked?.reject(error);
    reader.asked = undefined;
    await reader.worker.terminate();
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

function closed(): CarryoverError {
  return new CarryoverError('search has been closed', { code: 'closed', retryable: true });
}

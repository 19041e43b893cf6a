/**
 * Redaction on the way in: before the first write, on every string of a value. Small values are done at once; large
 * ones go to a worker thread, so that a 10 MB prompt never holds up anybody else's event. Fails closed: when a value
 * cannot be redacted in its time, its text is dropped and counted, never stored raw (RED-8 … RED-10).
 */
import { Worker } from 'node:worker_threads';
import type { Redacted } from '../redaction/finding.ts';
import { redactOrDrop } from '../redaction/redact-or-drop.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { type Cleaned, cleanNow, dropText, withoutDepths } from './clean-value.ts';
import { createConfiguredRedactor, type RedactionOptions } from './redaction-options.ts';

/** Above this the worker is cheaper than the pause: about 4 ms of redaction. */
const LARGE_CHARS = 64 * 1024;
/** Two seconds, and one more for each megabyte: 10 MB take about half a second on an idle machine. */
const WORKER_BASE_MS = 2_000;
const WORKER_MS_PER_MB = 1_000;

export interface WorkerRequest {
  readonly id: number;
  readonly value: unknown;
}
export interface WorkerAnswer extends Cleaned {
  readonly id: number;
}

export class Cleaner {
  readonly #options: RedactionOptions;
  readonly #redactor: Redactor;
  readonly #workerEntry: string;
  #worker: Worker | undefined;
  #nextId = 0;
  #lastAsked: Promise<unknown> = Promise.resolve();
  readonly #waiting = new Map<number, (answer: WorkerAnswer | undefined) => void>();

  constructor(options: RedactionOptions, workerEntry: string) {
    this.#options = options;
    this.#redactor = createConfiguredRedactor(options);
    this.#workerEntry = workerEntry;
  }

  async clean(value: unknown): Promise<Cleaned> {
    const chars = countChars(value);
    if (chars <= LARGE_CHARS) return cleanNow(this.#redactor, value);
    const shallow = withoutDepths(value);
    const timeoutMs = WORKER_BASE_MS + (chars / 1_000_000) * WORKER_MS_PER_MB;
    // One at a time: a value that takes too long costs itself, not those that wait behind it.
    const turn = this.#lastAsked.then(() => this.#askWorker(shallow, timeoutMs));
    this.#lastAsked = turn;
    const answer = await turn;
    return answer ?? { value: dropText(shallow), found: {}, failed: true };
  }

  /** For what is ours or a person's document: log lines, answers of models, memory files. Nothing in it is private. */
  text(text: string): string {
    return redactOrDrop(this.#redactor, text.toWellFormed()).text;
  }

  /** For what is stored already, with what was found in it. Throws when it cannot be redacted: whoever asks keeps it. */
  redact(text: string, field?: string): Redacted {
    return field === undefined ? this.#redactor.redact(text) : this.#redactor.redactField(field, text);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #askWorker(value: unknown, timeoutMs: number): Promise<WorkerAnswer | undefined> {
    this.#nextId += 1;
    const id = this.#nextId;
    const { promise, resolve } = Promise.withResolvers<WorkerAnswer | undefined>();
    // A worker that hangs is killed; the next value gets a new one.
    const timer = setTimeout(() => this.#abandonWorker(), timeoutMs);
    this.#waiting.set(id, (answer) => {
      clearTimeout(timer);
      this.#waiting.delete(id);
      resolve(answer);
    });
    this.#startedWorker().postMessage({ id, value } satisfies WorkerRequest);
    return promise;
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#workerEntry, { workerData: this.#options });
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => this.#waiting.get(answer.id)?.(answer));
    worker.on('error', () => this.#abandonWorker());
    this.#worker = worker;
    return worker;
  }

  #abandonWorker(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const answer of [...this.#waiting.values()]) answer(undefined);
  }
}

function countChars(value: unknown): number {
  let sum = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') sum += next.length;
    else if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) {
        sum += key.length;
        pending.push(entry);
      }
    }
  }
  return sum;
}

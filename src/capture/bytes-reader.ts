/**
 * Reads what comes from outside: small bytes at once, all others in a worker, so that nothing of unknown size is parsed, cut
 * or redacted on the daemon's thread. What a worker did not come to the end of goes into quarantine; whoever asked is told
 * so and keeps what can be kept without reading it.
 */
import { CarryoverError } from '../memory/error.ts';
import { hasMoreValues } from '../platform/json-cut.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { namesIn, outlineReading } from './parse-json.ts';
import type { Quarantine } from './quarantine.ts';
import type { Read, Reading, ReadingTools, Unread, UnreadReason } from './reading.ts';
import { createConfiguredRedactor, type RedactionOptions } from './redaction-options.ts';
import { WorkerLane } from './worker-lane.ts';

/** Less than a millisecond of reading on the daemon's thread. */
const SMALL_BYTES = 16 * 1024;
const SMALL_VALUES = 400;
/** Others do not wait behind larger ones: those have a worker of their own. */
const HUGE_BYTES = 1024 * 1024;
/** Smaller ones may lie in memory that others use too. */
const RELEASED_BYTES = 128 * 1024;
/** Ten megabytes take about half a second on an idle machine. */
const LIMIT_MS = 3_000;
const LIMIT_MS_PER_MB = 1_000;
const WORKER_MEMORY_MB = 256;
/** A session has many that are a little too large for the thread, and few that are huge. */
const IDLE_MS = 30_000;
const HUGE_IDLE_MS = 1_000;

export interface BytesReaderOptions {
  readonly redaction: RedactionOptions;
  /** The bundled worker. */
  readonly workerEntry: string;
  readonly quarantine: Pick<Quarantine, 'find' | 'add'>;
  /** How long a worker may compute, in place of what its size allows. */
  readonly limitMs?: number;
}

/** For the quarantine: which way the bytes came, and what they name themselves by. */
export interface About {
  readonly way: string;
  id(): string;
}

export class BytesReader {
  readonly redactor: Redactor;
  readonly #options: BytesReaderOptions;
  readonly #tools: ReadingTools;
  readonly #large: WorkerLane;
  readonly #huge: WorkerLane;

  constructor(options: BytesReaderOptions) {
    const { redaction, workerEntry: entry } = options;
    this.#options = options;
    this.redactor = createConfiguredRedactor(redaction);
    this.#tools = { redactor: this.redactor, redactionKey: redaction.key };
    this.#large = new WorkerLane({ entry, redaction, memoryMb: WORKER_MEMORY_MB, idleMs: IDLE_MS });
    this.#huge = new WorkerLane({ entry, redaction, memoryMb: WORKER_MEMORY_MB, idleMs: HUGE_IDLE_MS });
  }

  /** Large bytes that lie in memory of their own are gone afterwards. */
  async read<Context, Result>(
    reading: Reading<Context, Result>,
    bytes: Buffer,
    context: Context,
    about: About,
  ): Promise<Read<Result>> {
    if (isSmall(bytes)) return { result: reading.read(bytes, context, this.#tools) };
    try {
      return await this.#readInWorker(reading, bytes, context, about);
    } finally {
      release(bytes);
    }
  }

  /** Undefined when a worker does not come to the end of it: whoever asked has another way, and nothing is quarantined. */
  async tryRead<Context, Result>(
    reading: Reading<Context, Result>,
    bytes: Buffer,
    context: Context,
  ): Promise<Result | undefined> {
    if (isSmall(bytes)) return reading.read(bytes, context, this.#tools);
    const lane = this.#laneOf(bytes);
    const answer = await lane.ask({ name: reading.name, bytes, context }, this.#limitMs(bytes));
    return typeof answer === 'string' ? undefined : (answer.result as Result | undefined);
  }

  async #readInWorker<Context, Result>(
    reading: Reading<Context, Result>,
    bytes: Buffer,
    context: Context,
    about: About,
  ): Promise<Read<Result>> {
    const { quarantine } = this.#options;
    const known = quarantine.find(bytes);
    const lane = this.#laneOf(bytes);
    if (known !== undefined) return this.#unread(bytes, known.reason, lane);
    const answer = await lane.ask({ name: reading.name, bytes, context }, this.#limitMs(bytes));
    if (typeof answer === 'string') {
      quarantine.add(bytes, { way: about.way, id: about.id(), reason: answer });
      return this.#unread(bytes, answer, lane);
    }
    const { refusal } = answer;
    if (refusal === undefined) return { result: answer.result as Result };
    const { code, message, hint } = refusal;
    throw new CarryoverError(message, { code, ...(hint === undefined ? {} : { hint }) });
  }

  async close(): Promise<void> {
    await Promise.all([this.#large.close(), this.#huge.close()]);
  }

  async #unread(bytes: Buffer, reason: UnreadReason, lane: WorkerLane): Promise<{ readonly unread: Unread }> {
    const request = { name: outlineReading.name, bytes, context: null };
    const answer = await lane.ask(request, this.#limitMs(bytes));
    const outline = typeof answer === 'string' ? namesIn(bytes) : answer.result;
    return { unread: { reason, bytes: bytes.length, outline } };
  }

  #laneOf(bytes: Buffer): WorkerLane {
    return bytes.length > HUGE_BYTES ? this.#huge : this.#large;
  }

  #limitMs(bytes: Buffer): number {
    return this.#options.limitMs ?? LIMIT_MS + (bytes.length / 1_000_000) * LIMIT_MS_PER_MB;
  }
}

/** By bytes and by values: each of them costs by itself. */
export function isSmall(bytes: Buffer): boolean {
  return bytes.length <= SMALL_BYTES && !hasMoreValues(bytes, SMALL_VALUES);
}

/** At once: the collector would wait for more, and 16 MB of each body would stay until then. */
function release({ buffer, length }: Buffer): void {
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === length;
  if (isAlone && length > RELEASED_BYTES) buffer.transfer(0);
}

/**
 * Hands what the child says on to the daemon, in its order and without ever holding the child up: a queue with a bound, one
 * request at a time. While the daemon is away it is started and waited for; when it does not come back, the run goes on and
 * what was not recorded is counted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DaemonClient } from '../../http/client.ts';
import { endToWire, runSummary, summaryFromWire } from '../../http/run-wire.ts';
import type { HeardMarker, RunEnd, RunSummary } from '../../http/runs-api.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { StreamMessage } from './stream-tally.ts';

/** Together smaller than what a request may hold, in the worst encoding. */
const BATCH_CHARS = 2_000_000;
const QUEUE_CHARS = 20_000_000;
/** A client cuts text long before; what is longer is a picture. */
const STRING_CHARS = 200_000;
/** How often the daemon is asked anew; reaching it waits for it by itself. */
const ATTEMPTS = 3;
const BETWEEN_MS = 500;

export interface RunLinkOptions {
  readonly id: string;
  /** A client of a daemon that runs; starts it when none does. */
  reach(): Promise<Pick<DaemonClient, 'request'>>;
  onMarkers(markers: readonly HeardMarker[]): void;
}

interface Waiting {
  readonly message: StreamMessage;
  readonly chars: number;
}

export class RunLink {
  readonly #options: RunLinkOptions;
  readonly #queue: Waiting[] = [];
  #queuedChars = 0;
  #work: Promise<void> | undefined;
  #isLost = false;
  #unrecorded = 0;

  constructor(options: RunLinkOptions) {
    this.#options = options;
  }

  /** Messages the daemon never got. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  send(given: StreamMessage, givenChars: number): void {
    const { message, chars } =
      givenChars > STRING_CHARS ? withoutPictures(given) : { message: given, chars: givenChars };
    if (this.#isLost || chars > BATCH_CHARS || this.#queuedChars + chars > QUEUE_CHARS) {
      this.#unrecorded += 1;
      return;
    }
    this.#queue.push({ message, chars });
    this.#queuedChars += chars;
    this.#work ??= this.#empty().finally(() => {
      this.#work = undefined;
    });
  }

  /** When all that was sent is answered or given up. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Undefined when the daemon does not hear of it any more. */
  async end(end: RunEnd): Promise<RunSummary | undefined> {
    if (this.#isLost) return undefined;
    const summary = await this.#ask('end', endToWire(end));
    return summary === undefined ? undefined : summaryFromWire(runSummary.parse(summary));
  }

  async #empty(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#next();
      const answer = this.#isLost ? undefined : await this.#ask('stream', { messages: batch });
      if (answer === undefined) this.#unrecorded += batch.length;
      else this.#options.onMarkers((answer as { readonly markers: readonly HeardMarker[] }).markers);
    }
  }

  #next(): readonly StreamMessage[] {
    const batch: StreamMessage[] = [];
    for (let chars = 0; ; ) {
      const [next] = this.#queue;
      chars += next?.chars ?? 0;
      if (next === undefined || (batch.length > 0 && chars > BATCH_CHARS)) return batch;
      this.#queue.shift();
      this.#queuedChars -= next.chars;
      batch.push(next.message);
    }
  }

  async #ask(what: 'stream' | 'end', body: unknown): Promise<unknown> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const client = await this.#options.reach().catch(() => undefined);
      if (client === undefined) break;
      try {
        return await client.request('POST', `/runs/${this.#options.id}/${what}`, { body });
      } catch (error) {
        // Told again it would be refused again; what comes after may be taken.
        if (!(error instanceof CarryoverError) || !error.retryable) return undefined;
        await sleep(BETWEEN_MS);
      }
    }
    this.#isLost = true;
    return undefined;
  }
}

function withoutPictures(given: StreamMessage): Waiting {
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.length > STRING_CHARS ? `[${value.length} characters]` : value;
  const text = JSON.stringify(given, short);
  return { message: JSON.parse(text) as StreamMessage, chars: text.length };
}

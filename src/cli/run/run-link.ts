/**
 * Hands what the child says on to the daemon, in its order and without ever holding the child up: a queue with a bound, one
 * request at a time. While the daemon is away it is started and waited for; when it does not come back, the run goes on, what
 * was not recorded is counted, and it is looked for again after a while and at the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DaemonClient } from '../../http/client.ts';
import { endToWire, runSummary, summaryFromWire } from '../../http/run-wire.ts';
import type { HeardMarker, RunEnd, RunSummary } from '../../http/runs-api.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import type { StreamMessage } from './stream-tally.ts';

/** Together smaller than what a request may hold, in the worst encoding. */
const BATCH_CHARS = 2_000_000;
const QUEUE_CHARS = 20_000_000;
/** More than a model answers at once, and a client cuts what tools say long before; what is longer is a picture. */
const STRING_CHARS = 1_000_000;
/** How often the daemon is asked anew; reaching it waits for it by itself. */
const ATTEMPTS = 4;
const BETWEEN_MS = 500;
/** An agent may run for hours; a daemon that could not be started may be there again soon. */
const GIVEN_UP_MS = 60_000;

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
  #givenUpUntil = 0;
  #unrecorded = 0;

  constructor(options: RunLinkOptions) {
    this.#options = options;
  }

  /** Messages the daemon never got. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  send(message: StreamMessage, chars: number): void {
    const waiting = chars > STRING_CHARS ? withoutPictures(message) : { message, chars };
    if (this.#isGivenUp || waiting === undefined || this.#queuedChars + waiting.chars > QUEUE_CHARS) {
      this.#unrecorded += 1;
      return;
    }
    this.#queue.push(waiting);
    this.#queuedChars += waiting.chars;
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
    // Without it the run and its turn would stay open.
    this.#givenUpUntil = 0;
    // A daemon of another version may answer otherwise; the agent has ended all the same.
    const { data } = runSummary.safeParse(await this.#ask('end', endToWire(end)));
    return data === undefined ? undefined : summaryFromWire(data);
  }

  async #empty(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#next();
      if (await this.#handOn(batch)) continue;
      // One that is refused must not take the others with it.
      const apart = batch.length === 1 ? [] : batch;
      this.#unrecorded += batch.length - apart.length;
      for (const message of apart) if (!(await this.#handOn([message]))) this.#unrecorded += 1;
    }
  }

  async #handOn(messages: readonly StreamMessage[]): Promise<boolean> {
    const answer = this.#isGivenUp ? undefined : await this.#ask('stream', { messages });
    if (answer === undefined) return false;
    this.#options.onMarkers((answer as { readonly markers: readonly HeardMarker[] }).markers);
    return true;
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
      let isReached = false;
      try {
        const client = await this.#options.reach();
        isReached = true;
        return await client.request('POST', `/runs/${this.#options.id}/${what}`, { body });
      } catch (error) {
        if (error instanceof CarryoverError && error.retryable) await sleep(BETWEEN_MS);
        // Told again it would be refused again; what comes after may be taken.
        else if (isReached) return undefined;
        else break;
      }
    }
    this.#givenUpUntil = systemClock.elapsed() + GIVEN_UP_MS;
    return undefined;
  }

  get #isGivenUp(): boolean {
    return systemClock.elapsed() < this.#givenUpUntil;
  }
}

/** Undefined when it is too much without them as well. */
function withoutPictures(given: StreamMessage): Waiting | undefined {
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.length > STRING_CHARS ? `[${value.length} characters]` : value;
  try {
    const text = JSON.stringify(given, short);
    return text.length > BATCH_CHARS ? undefined : { message: JSON.parse(text) as StreamMessage, chars: text.length };
  } catch {
    // Nested deeper than can be written.
    return undefined;
  }
}

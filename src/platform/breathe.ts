/**
 * For long work on the daemon's thread: lets whoever waits be served, every few milliseconds, and then lets those go first
 * that an agent waits for. Work that is done by several breathers in one turn of the event loop holds the thread no longer
 * than that of one.
 */
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { isSomebodyFirst, othersFirst } from './going-first.ts';

/** Captures wait at most this long for work that breathes. */
const SLICE_MS = 2;

type Elapsing = Pick<Clock, 'elapsed'>;

/** When work began in this turn of the event loop, by its clock; undefined when none has. */
const begun = new Map<Elapsing, number>();

export class Breather {
  readonly #clock: Elapsing;

  constructor(clock: Elapsing) {
    this.#clock = clock;
    this.#begun();
  }

  async breathe(): Promise<void> {
    const isOver = this.#clock.elapsed() - this.#begun() >= SLICE_MS;
    if (isOver) await nextLoop();
    if (isOver || isSomebodyFirst()) await othersFirst();
  }

  #begun(): number {
    const known = begun.get(this.#clock);
    if (known !== undefined) return known;
    const now = this.#clock.elapsed();
    if (begun.size === 0) setImmediate(() => begun.clear());
    begun.set(this.#clock, now);
    return now;
  }
}

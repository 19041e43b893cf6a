/** For long work on the daemon's thread: lets whoever waits be served, every few milliseconds. */
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Captures wait at most this long for work that breathes. */
const SLICE_MS = 5;

export class Breather {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #since: number;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
    this.#since = clock.elapsed();
  }

  async breathe(): Promise<void> {
    if (this.#clock.elapsed() - this.#since < SLICE_MS) return;
    await nextLoop();
    this.#since = this.#clock.elapsed();
  }
}

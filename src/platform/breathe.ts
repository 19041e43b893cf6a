/**
 * For long work on the daemon's thread: lets whoever waits be served, every few milliseconds, and then lets those go first
 * that an agent waits for. Work that is done by several breathers one after the other holds the thread no longer than that
 * of one.
 */
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { othersFirst } from './going-first.ts';

/** Captures wait at most this long for work that breathes. */
const SLICE_MS = 5;

type Elapsing = Pick<Clock, 'elapsed'>;

/** When work was let go on last, by its clock. */
const wentOn = new WeakMap<Elapsing, number>();

export class Breather {
  readonly #clock: Elapsing;

  constructor(clock: Elapsing) {
    this.#clock = clock;
    if (!wentOn.has(clock)) wentOn.set(clock, clock.elapsed());
  }

  async breathe(): Promise<void> {
    if (this.#clock.elapsed() - (wentOn.get(this.#clock) ?? 0) < SLICE_MS) return;
    await nextLoop();
    await othersFirst();
    wentOn.set(this.#clock, this.#clock.elapsed());
  }
}

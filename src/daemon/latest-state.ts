/**
 * The latest answer of somebody who may be slow: asked again each time, waited for a moment only, and else as it was told
 * last. Whoever has not answered for long is said to hang, so that a status is never late and never hides it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';

const PATIENCE_MS = 100;
const HANGS_AFTER_MS = 2_000;

export class LatestState<State> {
  readonly #ask: () => Promise<State>;
  readonly #clock: Clock;
  #last: { readonly state: State } | undefined;
  #pending: { readonly since: number; readonly answer: Promise<void> } | undefined;

  constructor(ask: () => Promise<State>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** Without a state when nothing was told yet, or not for long; rejects when it was answered with a failure. */
  async get(): Promise<{ readonly state?: State; readonly hangs: boolean }> {
    this.#pending ??= { since: this.#clock.elapsed(), answer: this.#take() };
    const { since, answer } = this.#pending;
    const isLate = await Promise.race([answer.then(() => false), sleep(PATIENCE_MS, true, { ref: false })]);
    const hangs = isLate && this.#clock.elapsed() - since > HANGS_AFTER_MS;
    return { hangs, ...(hangs ? {} : this.#last) };
  }

  async #take(): Promise<void> {
    try {
      this.#last = { state: await this.#ask() };
    } catch (error) {
      this.#last = undefined;
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }
}

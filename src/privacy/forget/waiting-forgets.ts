/**
 * Forgettings that could not be finished: why, and when they are tried again, later each time. Kept in memory: whoever starts
 * anew tries all of them at once.
 */
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { ActId } from '../../memory/ids.ts';
import type { StatusProblem } from '../../memory/status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Job } from './job.ts';

const FIRST_MS = 30_000;
const MOST_MS = 60 * 60_000;

const NAMES: Readonly<Record<Selection['kind'], string>> = {
  record: 'a record',
  learning: 'a memory',
  session: 'a session',
  space: 'a project',
  source: 'a source',
  erased: 'what a restored copy still held',
};

interface Waiting {
  readonly kind: Selection['kind'];
  readonly isErased: boolean;
  readonly error: unknown;
  readonly tries: number;
  /** On the monotonic clock. */
  readonly dueAt: number;
}

export class WaitingForgets {
  readonly #clock: Clock;
  readonly #waiting = new Map<ActId, Waiting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ id, selection }: Pick<Job, 'id' | 'selection'>, error: unknown, isErased: boolean): void {
    const tries = (this.#waiting.get(id)?.tries ?? 0) + 1;
    const dueAt = this.#clock.elapsed() + Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1));
    this.#waiting.set(id, { kind: selection.kind, isErased, error, tries, dueAt });
  }

  remove(id: ActId): void {
    this.#waiting.delete(id);
  }

  isDue(id: ActId): boolean {
    return (this.#waiting.get(id)?.dueAt ?? 0) <= this.#clock.elapsed();
  }

  get problems(): readonly StatusProblem[] {
    return [...this.#waiting.values()].map(({ kind, isErased, error, tries, dueAt }) => {
      const minutes = Math.max(1, Math.ceil((dueAt - this.#clock.elapsed()) / 60_000));
      const hint = error instanceof CarryoverError && error.hint !== undefined ? `${error.hint}; ` : '';
      return {
        code: 'forgetting-waits',
        message: isErased
          ? `${NAMES[kind]} was erased, but the home could not be searched for what may be left: ${messageOf(error)}`
          : `${NAMES[kind]} could not be forgotten yet (${tries} ${tries === 1 ? 'try' : 'tries'}): ${messageOf(error)}`,
        hint: `${hint}it is tried again in about ${minutes} min${
          isErased ? '' : '; until then agents and searches are given nothing of it'
        }`,
      };
    });
  }
}

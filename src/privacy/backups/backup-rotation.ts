/**
 * Copies of the journal by the clock: one an hour when something was added since the last one. The work is done by a
 * thread. One that fails is tried again with the next look, and `problem` tells of it.
 */
import { statSync } from 'node:fs';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { runTask } from '../thread/run-task.ts';
import { type Backup, listBackups } from './backup-files.ts';

const HOUR_MS = 60 * 60_000;
const LOOK_MS = 5 * 60_000;

export interface BackupRotationOptions {
  /** The bundled worker. */
  readonly thread: string;
  readonly journal: string;
  readonly folder: string;
  readonly clock: Clock;
  /** Asked anew each time; 0 keeps none. */
  megabytes(): number;
  onMade(backup: Backup): void;
  onError(error: unknown): void;
}

export class BackupRotation {
  readonly #options: BackupRotationOptions;
  #timer: NodeJS.Timeout | undefined;
  #making: Promise<void> = Promise.resolve();
  #problem: CarryoverError | undefined;

  constructor(options: BackupRotationOptions) {
    this.#options = options;
  }

  /** Why the last one was not made. */
  get problem(): CarryoverError | undefined {
    return this.#problem;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** Makes one when it is time. */
  look(): Promise<void> {
    this.#making = this.#making.then(() => (this.#isDue() ? this.#make() : undefined));
    return this.#making;
  }

  /** A copy that is being made is finished first. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#making;
  }

  #isDue(): boolean {
    const { journal, folder, clock, megabytes } = this.#options;
    if (megabytes() === 0) return false;
    const last = listBackups(folder).find(({ kind }) => kind === 'copy')?.takenAt ?? 0;
    return clock.now() - last >= HOUR_MS && changedAt(journal) > last;
  }

  async #make(): Promise<void> {
    const { thread, journal, folder, clock, megabytes, onMade, onError } = this.#options;
    try {
      const task = { journal, folder, megabytes: megabytes(), now: clock.now() };
      onMade(await runTask(thread, 'backup', task).result);
      this.#problem = undefined;
    } catch (error) {
      this.#problem =
        error instanceof CarryoverError ? error : new CarryoverError(messageOf(error), { code: 'backup-failed' });
      onError(error);
    }
  }
}

function changedAt(journal: string): number {
  const moments = ['', '-wal'].map((suffix) => statSync(journal + suffix, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.floor(Math.max(...moments));
}

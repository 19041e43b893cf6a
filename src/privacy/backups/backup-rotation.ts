/**
 * Copies of the journal by the clock: one an hour when something was added since the last one; and when somebody needs
 * one now. The work is done by another process, one copy at a time. One that fails is tried again with the next look,
 * and `problem` tells of it.
 */
import { statSync } from 'node:fs';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type RunningTask, runTask } from '../process/run-task.ts';
import { type Backup, listBackups } from './backup-files.ts';

const HOUR_MS = 60 * 60_000;
const LOOK_MS = 5 * 60_000;

export interface BackupRotationOptions {
  /** The bundled worker. */
  readonly program: string;
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
  #making: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #task: RunningTask<'backup'> | undefined;
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
  async look(): Promise<void> {
    try {
      await this.#inTurn(async () => (this.#isDue() ? this.#make() : undefined));
    } catch (error) {
      if (!this.#stopped) this.#options.onError(error);
    }
  }

  /** Makes one whatever the time is; undefined where none are kept. */
  now(): Promise<Backup | undefined> {
    return this.#inTurn(async () => (this.#options.megabytes() === 0 ? undefined : this.#make()));
  }

  /** A copy that is being made is given up: the next one removes what there is of it. Others are not begun. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#task?.stop();
    await this.#making;
  }

  #inTurn(work: () => Promise<Backup | undefined>): Promise<Backup | undefined> {
    const made = this.#making.then(() => {
      if (!this.#stopped) return work();
      throw new CarryoverError('the daemon is stopping', { code: 'stopped', retryable: true });
    });
    this.#making = made.catch(() => undefined);
    return made;
  }

  #isDue(): boolean {
    const { journal, folder, clock, megabytes } = this.#options;
    if (megabytes() === 0) return false;
    const last = listBackups(folder).find(({ kind }) => kind === 'copy')?.takenAt ?? 0;
    return clock.now() - last >= HOUR_MS && changedAt(journal) > last;
  }

  async #make(): Promise<Backup> {
    const { program, journal, folder, clock, megabytes, onMade } = this.#options;
    try {
      const task = { journal, folder, megabytes: megabytes(), now: clock.now() };
      this.#task = runTask(program, 'backup', task);
      const made = await this.#task.result;
      onMade(made);
      this.#problem = undefined;
      return made;
    } catch (error) {
      this.#problem =
        error instanceof CarryoverError ? error : new CarryoverError(messageOf(error), { code: 'backup-failed' });
      throw this.#problem;
    }
  }
}

function changedAt(journal: string): number {
  const moments = ['', '-wal'].map((suffix) => statSync(journal + suffix, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.floor(Math.max(...moments));
}

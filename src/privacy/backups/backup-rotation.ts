/**
 * Copies of the journal by the clock: one an hour when something was added since the last one; and before text is emptied,
 * which are protected for thirty days of running time. The work is done by another process, one copy at a time. One that
 * fails is tried again with the next look, and `problem` tells of it.
 */
import { statSync } from 'node:fs';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type RunningTask, runTask } from '../process/run-task.ts';
import { type Backup, listBackups } from './backup-files.ts';
import { ageProtected } from './protected-copies.ts';

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
  /** Another one each time that something was added to the journal that cannot be made again. */
  lastChange(): Promise<string>;
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
  /** What the last copy of this process has. */
  #copied: string | undefined;
  #madeAt = Number.NEGATIVE_INFINITY;
  #agedAt: number;

  constructor(options: BackupRotationOptions) {
    this.#options = options;
    this.#agedAt = options.clock.elapsed();
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
      this.#age();
      await this.#inTurn(async () => ((await this.#isDue()) ? this.#make() : undefined));
    } catch (error) {
      if (!this.#stopped) this.#options.onError(error);
    }
  }

  /** Makes one that is protected, whatever the time is; undefined where none are kept. */
  beforeSweep(): Promise<Backup | undefined> {
    return this.#inTurn(async () => (this.#options.megabytes() === 0 ? undefined : this.#make(true)));
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

  /** By the monotonic clock: a process that was not there counts for nothing. */
  #age(): void {
    const elapsed = this.#options.clock.elapsed();
    ageProtected(this.#options.folder, elapsed - this.#agedAt);
    this.#agedAt = elapsed;
  }

  async #isDue(): Promise<boolean> {
    const { journal, folder, clock, megabytes, lastChange } = this.#options;
    if (megabytes() === 0) return false;
    const last = listBackups(folder).find(({ kind }) => kind === 'copy')?.takenAt;
    if (last === undefined) return true;
    // A clock that was set back must not end the copies until it has caught up with the last one.
    const isAhead = last > clock.now();
    if ((isAhead ? clock.elapsed() - this.#madeAt : clock.now() - last) < HOUR_MS) return false;
    if (!isAhead && changedAt(journal) <= last) return false;
    return this.#copied === undefined || (await lastChange()) !== this.#copied;
  }

  async #make(isBeforeSweep = false): Promise<Backup> {
    const { program, journal, folder, clock, megabytes, lastChange, onMade } = this.#options;
    try {
      const change = await lastChange();
      const task = { journal, folder, megabytes: megabytes(), now: clock.now(), isBeforeSweep };
      this.#task = runTask(program, 'backup', task);
      const made = await this.#task.result;
      [this.#copied, this.#madeAt] = [change, clock.elapsed()];
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

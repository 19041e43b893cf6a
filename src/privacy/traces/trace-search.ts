/**
 * The search for traces, by a process of its own. First `survivors`: which needles are rare. After the erasure `cells`, while the job
 * that holds the needles may still be kept, and when its row is gone from the disk `bytes`.
 */
import { type OnProgress, type RunningTask, runTask } from '../process/run-task.ts';
import type { TaskName, Tasks } from '../process/tasks.ts';
import type { Needles } from './needles.ts';
import type { Staying } from './survivors.ts';
import type { Found } from './trace.ts';

export interface TraceSearchOptions {
  /** The bundled worker. */
  readonly program: string;
  readonly home: string;
}

export class TraceSearch {
  readonly #options: TraceSearchOptions;
  readonly #running = new Set<RunningTask<TaskName>>();

  constructor(options: TraceSearchOptions) {
    this.#options = options;
  }

  /** Those of the needles that nothing that stays says. */
  survivors(needles: Needles, staying: Staying, onProgress?: OnProgress): Promise<Needles> {
    return this.#run('survivors', { needles, staying }, onProgress);
  }

  cells(needles: Needles, onProgress?: OnProgress): Promise<Found> {
    return this.#run('cells', { home: this.#options.home, needles }, onProgress);
  }

  bytes(needles: Needles, onProgress?: OnProgress): Promise<Found> {
    return this.#run('bytes', { home: this.#options.home, needles }, onProgress);
  }

  /** What is under way fails with `stopped`. */
  async close(): Promise<void> {
    const running = [...this.#running];
    for (const task of running) task.stop();
    await Promise.allSettled(running.map(({ result }) => result));
  }

  async #run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
    onProgress?: OnProgress,
  ): Promise<Tasks[Name]['result']> {
    const task = runTask(this.#options.program, name, input, onProgress);
    this.#running.add(task);
    try {
      return await task.result;
    } finally {
      this.#running.delete(task);
    }
  }
}

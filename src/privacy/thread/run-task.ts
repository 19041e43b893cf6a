/** Has a thread of its own do one piece of work, so that whoever waits for the daemon does not wait for that. */
import { Worker } from 'node:worker_threads';
import { CarryoverError } from '../../memory/error.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import type { FromThread, TaskName, Tasks, ThreadData } from './tasks.ts';

/** Far above what any of it needs: it ends a thread rather than the daemon. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 } as const;

export type OnProgress = (done: number, total: number) => void;

export interface RunningTask<Name extends TaskName> {
  readonly result: Promise<Tasks[Name]['result']>;
  /** The result then fails with `stopped`, unless it was done before. */
  stop(): void;
}

/** `thread` is the bundled worker. */
export function runTask<Name extends TaskName>(
  thread: string,
  name: Name,
  input: Tasks[Name]['input'],
  onProgress?: OnProgress,
): RunningTask<Name> {
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(thread, {
    workerData: { name, input, keys: databaseKeys(), stop } satisfies ThreadData,
    resourceLimits: LIMITS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['result']>();
  let end = () => reject(new CarryoverError(`the thread for ${name} ended`, { code: 'thread-ended', retryable: true }));
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'progress') onProgress?.(message.done, message.total);
    else if (message.kind === 'done') end = () => resolve(message.result as Tasks[Name]['result']);
    else end = () => reject(new CarryoverError(message.message, message.details));
  });
  worker.on('error', (cause) => {
    end = () =>
      reject(new CarryoverError(`the thread for ${name} died`, { code: 'thread-ended', retryable: true, cause }));
  });
  // Only now are its files closed.
  worker.on('exit', () => end());
  return { result: promise, stop: () => Atomics.store(new Int32Array(stop), 0, 1) };
}

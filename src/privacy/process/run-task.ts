/**
 * Has a process of its own do one piece of work on the files of the home. Not a thread: closing a file that was opened
 * beside SQLite drops every lock this process holds on it (POSIX), and another program would then take away the write-ahead
 * log the daemon writes to. And a process can be ended at any moment.
 */
import { fork } from 'node:child_process';
import { CarryoverError } from '../../memory/error.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import type { FromProcess, GivenTask, TaskName, Tasks } from './tasks.ts';

/** Far above what any of it needs. */
const HEAP_MEGABYTES = 512;

export type OnProgress = (done: number, total: number) => void;

export interface RunningTask<Name extends TaskName> {
  readonly result: Promise<Tasks[Name]['result']>;
  /** The result then fails with `stopped`, unless it was done before. */
  stop(): void;
}

/** `entry` is the bundled program. */
export function runTask<Name extends TaskName>(
  entry: string,
  name: Name,
  input: Tasks[Name]['input'],
  onProgress?: OnProgress,
): RunningTask<Name> {
  const child = fork(entry, [], {
    // Only what Node itself may need: the key goes by message, and nothing of it into anybody's environment.
    env: { PATH: process.env.PATH },
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['result']>();
  let end = () =>
    reject(new CarryoverError(`the work on ${name} ended early`, { code: 'task-ended', retryable: true }));
  child.on('message', (message: FromProcess) => {
    if (message.kind === 'progress') onProgress?.(message.done, message.total);
    else if (message.kind === 'done') end = () => resolve(message.result as Tasks[Name]['result']);
    else end = () => reject(new CarryoverError(message.message, message.details));
  });
  child.on('error', (cause) => {
    end = () => reject(new CarryoverError(`no process for ${name}`, { code: 'task-ended', retryable: true, cause }));
    end();
  });
  // Only now are its files closed.
  child.on('exit', () => end());
  child.send({ name, input, keys: databaseKeys() } satisfies GivenTask, (cause) => cause !== null && child.kill());
  return {
    result: promise,
    stop() {
      const stopped = new CarryoverError('stopped before its end', { code: 'stopped', retryable: true });
      const before = end;
      end = child.exitCode === null ? () => reject(stopped) : before;
      child.kill('SIGKILL');
    },
  };
}

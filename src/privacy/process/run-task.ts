/** One piece of work by a process of its own, which leaves afterwards. */
import { TaskProcess } from './task-process.ts';
import type { TaskName, Tasks } from './tasks.ts';

export interface RunningTask<Name extends TaskName> {
  readonly result: Promise<Tasks[Name]['result']>;
  /** The result then fails with `stopped`, unless it was done before. */
  stop(): void;
}

/** `entry` is the bundled program. Resolves when its files are closed. */
export function runTask<Name extends TaskName>(
  entry: string,
  name: Name,
  input: Tasks[Name]['input'],
): RunningTask<Name> {
  const child = new TaskProcess(entry);
  return { result: child.ask(name, input).finally(() => child.end()), stop: () => child.stop() };
}

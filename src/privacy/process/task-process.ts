/**
 * A process of its own that works on the files of the home, one piece of work after the other. Not a thread: closing a file
 * that was opened beside SQLite drops every lock this process holds on it (POSIX), and another program would then take away
 * the write-ahead log the daemon writes to. And a process can be ended at any moment.
 *
 * The process lives until it is let go of (`end`), so that no result is cut off by its leaving, however large it is.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { CarryoverError } from '../../memory/error.ts';
import { databaseKeys } from '../../platform/database-keys.ts';
import type { FromProcess, GivenTask, PartOf, TaskName, Tasks } from './tasks.ts';

/** Above what any of it needs. */
const HEAP_MEGABYTES = 768;

export interface Listening<Name extends TaskName> {
  onProgress?(done: number, total: number): void;
  onPart?(part: PartOf<Name>): void;
}

interface Asked {
  hear(message: FromProcess): void;
  reject(error: CarryoverError): void;
}

export class TaskProcess {
  readonly #child: ChildProcess;
  readonly #ended = Promise.withResolvers<void>();
  #asked: Asked | undefined;
  #why: CarryoverError | undefined;

  /** `entry` is the bundled program. */
  constructor(entry: string) {
    this.#child = fork(entry, [], {
      // Only what Node itself may need: the key goes by message, and nothing of it into anybody's environment.
      env: { PATH: process.env.PATH },
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message: FromProcess) => this.#asked?.hear(message));
    this.#child.on('error', (cause) => this.#end(endedEarly('cannot be started', cause)));
    this.#child.on('exit', (code, signal) => this.#end(endedEarly(`ended early (${signal ?? `code ${code}`})`)));
  }

  get hasEnded(): boolean {
    return this.#why !== undefined;
  }

  /** One at a time. Rejects with `task-ended` when the process ends first, with `stopped` when it was stopped. */
  ask<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
    { onProgress, onPart }: Listening<Name> = {},
  ): Promise<Tasks[Name]['result']> {
    const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['result']>();
    if (this.#why !== undefined) return Promise.reject(this.#why);
    this.#asked = {
      reject,
      hear: (message) => {
        if (message.kind === 'progress') return onProgress?.(message.done, message.total);
        if (message.kind === 'part') return onPart?.(message.part as PartOf<Name>);
        this.#asked = undefined;
        if (message.kind === 'done') resolve(message.result as Tasks[Name]['result']);
        else reject(new CarryoverError(message.message, message.details));
      },
    };
    this.#child.send({ name, input, keys: databaseKeys() } satisfies GivenTask, (cause) => {
      if (cause !== null) this.#child.kill();
    });
    return promise;
  }

  /** Resolves when it has left: only then are its files closed. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended.promise;
  }

  /** At once, whatever it does. */
  stop(): void {
    this.#asked?.reject(new CarryoverError('stopped before its end', { code: 'stopped', retryable: true }));
    this.#asked = undefined;
    this.#child.kill('SIGKILL');
  }

  #end(why: CarryoverError): void {
    this.#why ??= why;
    this.#asked?.reject(this.#why);
    this.#asked = undefined;
    this.#ended.resolve();
  }
}

function endedEarly(how: string, cause?: unknown): CarryoverError {
  return new CarryoverError(`the process that searches the home ${how}`, {
    code: 'task-ended',
    retryable: true,
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * The child of a run: in a process group of its own, which gets the signals we get. What a child that ends by itself leaves
 * running stays: a service that it has started again is meant to. Limit: when we are killed, nobody ends it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

export interface ChildEnd {
  /** As a shell tells it: 128 and the number of the signal, 127 when there is no such command. */
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
  /** Why it was never started. */
  readonly failure?: string;
}

export interface StartedChild {
  /** Null unless `stdout` is `pipe`. */
  readonly stdout: Readable | null;
  readonly ended: Promise<ChildEnd>;
}

export interface ChildOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: 'inherit' | 'ignore';
  /** `stderr`: ours. */
  readonly stdout: 'pipe' | 'stderr';
}

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;
/** Somebody else may hold its end of the pipe; what the child itself wrote is there by then. */
const LAST_WORDS_MS = 500;

export function startChild({ file, args, env, stdin, stdout }: ChildOptions): StartedChild {
  try {
    const stdio = [stdin, stdout === 'pipe' ? 'pipe' : process.stderr, 'inherit'] as const;
    const child = spawn(file, args, { stdio: [...stdio], detached: true, env });
    return { stdout: child.stdout, ended: endOf(child) };
  } catch (error) {
    // A command line that is too long, or that holds what none can.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { stdout: null, ended: Promise.resolve(notStarted(code)) };
  }
}

async function endOf(child: ChildProcess): Promise<ChildEnd> {
  const { pid = 0 } = child;
  let interrupts = 0;
  const { promise, resolve } = Promise.withResolvers<ChildEnd>();
  const passOn = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT') interrupts += 1;
    signalGroup(pid, interrupts > 1 ? 'SIGKILL' : signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  child.once('error', (error: NodeJS.ErrnoException) => resolve(notStarted(error.code ?? '')));
  child.once('exit', (code, signal) => resolve(ended(code, signal)));
  const end = await promise;
  // A killed agent leaves what it had started.
  if (end.signal !== null) signalGroup(pid, 'SIGKILL');
  for (const signal of PASSED_ON) process.off(signal, passOn);
  await closed(child.stdout);
  return end;
}

function closed(stream: Readable | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null || stream.closed) return resolve();
    const timer = setTimeout(() => {
      stream.destroy();
      resolve();
    }, LAST_WORDS_MS);
    stream.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function ended(code: number | null, signal: NodeJS.Signals | null): ChildEnd {
  return { exitCode: signal === null ? (code ?? 1) : 128 + constants.signals[signal], signal };
}

function notStarted(code: string): ChildEnd {
  if (code === 'ENOENT') return { exitCode: NOT_FOUND, signal: null, failure: 'there is no such command' };
  const why = code === 'E2BIG' ? 'its command line is too long, with what it is told at its start' : 'it cannot be run';
  return { exitCode: NOT_RUNNABLE, signal: null, failure: `${why} (${code})` };
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  if (group === 0) return;
  try {
    process.kill(-group, signal);
  } catch {
    // No such group any more.
  }
}

/**
 * A command under a guardian: in a process group of its own, which gets the signals we get, and which ends when we do,
 * also when we are killed. The guardian is told the command over its channel, so that a list of processes shows it once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { distFolder } from '../../platform/dist-folder.ts';

export interface GuardedCommand {
  readonly file: string;
  readonly args: readonly string[];
}

export type GuardianNews =
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null };

export interface ChildEnd {
  /** As a shell tells it: 128 and the number of the signal, 127 when there is no such command. */
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
  /** Why it was never started. */
  readonly failure?: string;
}

export interface GuardedChild {
  /** Null unless `stdout` is `pipe`. */
  readonly stdout: Readable | null;
  readonly ended: Promise<ChildEnd>;
}

export interface GuardedOptions extends GuardedCommand {
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

export function startGuarded({ file, args, env, stdin, stdout }: GuardedOptions): GuardedChild {
  const guardian = spawn(process.execPath, [join(distFolder(), 'run-guardian.js')], {
    stdio: [stdin, stdout === 'pipe' ? 'pipe' : process.stderr, 'inherit', 'ipc'],
    // Whoever ends our group must not end the one who cleans up behind us.
    detached: true,
    env,
  });
  // One that is gone before it has heard it tells nothing, which is taken for its end.
  guardian.once('spawn', () => guardian.send({ file, args } satisfies GuardedCommand, () => undefined));
  return { stdout: guardian.stdout, ended: endOf(guardian) };
}

async function endOf(guardian: ChildProcess): Promise<ChildEnd> {
  let group = 0;
  let interrupts = 0;
  let early: NodeJS.Signals | undefined;
  const { promise, resolve } = Promise.withResolvers<ChildEnd>();
  const passOn = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT') interrupts += 1;
    early = interrupts > 1 ? 'SIGKILL' : signal;
    signalGroup(group, early);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  guardian.on('message', (news: GuardianNews) => {
    if (news.kind === 'started') {
      group = news.pid;
      if (early !== undefined) signalGroup(group, early);
    } else resolve(news.kind === 'failed' ? notStarted(news.code) : ended(news.code, news.signal));
  });
  guardian.once('error', (error: NodeJS.ErrnoException) => resolve(notStarted(error.code ?? '')));
  // Comes after all it had to tell.
  guardian.once('disconnect', () => resolve(ended(null, 'SIGKILL')));
  const end = await promise;
  // A guardian that was killed tells nothing: then the child is ours to end.
  if (end.signal === 'SIGKILL') signalGroup(group, 'SIGKILL');
  for (const signal of PASSED_ON) process.off(signal, passOn);
  await closed(guardian.stdout);
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

/**
 * Stands between a run and its child, so that the child cannot outlive the run, however that ends: it starts the child in
 * a process group of its own, tells over its channel what becomes of it, and ends the group when the channel closes. A
 * process of its own, because nothing that a killed process promised is kept. The command comes over the channel, too.
 * What a child that ends by itself leaves running stays: a service that it has started again is meant to.
 * Limit: what leaves the group is not found.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { GuardedCommand, GuardianNews } from './guarded-child.ts';

/** For a client to write its last words. */
const GRACE_MS = 2_000;

let child: ChildProcess | undefined;
let isOver = false;
// The signals of the terminal are the run's to pass on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('message', start);
process.on('disconnect', () => {
  if (isOver || !signalGroup('SIGTERM')) return;
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
});

function start({ file, args }: GuardedCommand): void {
  try {
    child = spawn(file, args, { stdio: 'inherit', detached: true });
  } catch (error) {
    // A command line that is too long, or that holds what none can.
    tell({ kind: 'failed', code: codeOf(error) });
    return;
  }
  const { pid = 0 } = child;
  child.once('error', (error) => tell({ kind: 'failed', code: codeOf(error) }));
  child.once('spawn', () => tell({ kind: 'started', pid }));
  child.once('exit', (code, signal) => {
    isOver = true;
    // A killed agent leaves what it had started.
    if (signal !== null) signalGroup('SIGKILL');
    tell({ kind: 'ended', code, signal });
  });
}

function tell(news: GuardianNews): void {
  if (!process.connected) return;
  process.send?.(news, () => {
    if (news.kind !== 'started' && process.connected) process.disconnect();
  });
}

/** False when nobody is left in it. */
function signalGroup(signal: NodeJS.Signals): boolean {
  try {
    return child?.pid !== undefined && process.kill(-child.pid, signal);
  } catch {
    // No such group any more.
    return false;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

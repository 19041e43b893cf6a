/**
 * Stands between a run and its child, so that the child cannot outlive the run, however that ends: it starts the child in
 * a process group of its own, tells over its channel what becomes of it, and ends the group when the channel closes. A
 * process of its own, because nothing that a killed process promised is kept.
 * What a child that ends by itself leaves running stays: a service that it has started again is meant to.
 * Limit: what leaves the group is not found.
 *
 *   node run-guardian.js FILE ARGS…
 */
import { spawn } from 'node:child_process';
import type { GuardianNews } from './guarded-child.ts';

/** For a client to write its last words. */
const GRACE_MS = 2_000;

const [file = '', ...args] = process.argv.slice(2);
// The signals of the terminal are the run's to pass on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const child = spawn(file, args, { stdio: 'inherit', detached: true });
child.once('error', (error: NodeJS.ErrnoException) => tell({ kind: 'failed', code: error.code ?? '' }));
child.once('spawn', () => tell({ kind: 'started', pid: child.pid ?? 0 }));
let isOver = false;
child.once('exit', (code, signal) => {
  isOver = true;
  // A killed agent leaves what it had started.
  if (signal !== null) signalGroup('SIGKILL');
  tell({ kind: 'ended', code, signal });
});
process.on('disconnect', () => {
  if (isOver || !signalGroup('SIGTERM')) return;
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
});

function tell(news: GuardianNews): void {
  if (!process.connected) return;
  process.send?.(news, () => {
    if (news.kind !== 'started' && process.connected) process.disconnect();
  });
}

/** False when nobody is left in it. */
function signalGroup(signal: NodeJS.Signals): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, signal);
  } catch {
    // No such group any more.
    return false;
  }
}

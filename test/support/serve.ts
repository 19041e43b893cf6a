/** The daemon without a supervisor: when it dies, it stays dead. For tests that look at what a death leaves behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DIST, type TestHome, waitForDaemon } from './home.ts';

export interface ServedDaemon {
  readonly pid: number;
  /** What ended it: a signal, or its exit code. */
  readonly ended: Promise<NodeJS.Signals | number>;
}

/** `wrapper` is a command in front, which becomes the daemon; `dist` another build than ours. */
export function serve(
  home: TestHome,
  env: NodeJS.ProcessEnv = {},
  wrapper: readonly string[] = [],
  dist = DIST,
): Promise<ServedDaemon> {
  const [file = '', ...args] = [...wrapper, process.execPath, join(dist, 'daemon.js'), 'serve'];
  const child = spawn(file, args, { cwd: home.paths.home, stdio: 'ignore', env: { ...home.env, ...env } });
  return started(child);
}

/** Resolves when it answers. */
export async function serveReady(home: TestHome, env: NodeJS.ProcessEnv = {}): Promise<ServedDaemon> {
  const served = await serve(home, env);
  await waitForDaemon(home);
  return served;
}

async function started(child: ChildProcess): Promise<ServedDaemon> {
  const ended = once(child, 'exit').then(([code, signal]: (number | NodeJS.Signals | null)[]) => signal ?? code ?? 0);
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, ended: ended as ServedDaemon['ended'] };
}

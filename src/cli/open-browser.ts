/**
 * Hands an address of ours to the browser of this machine, through what the system has for it. Limit: until the browser
 * has it, whoever may list processes here can see the address.
 */
import { spawn } from 'node:child_process';

/** Some openers stay until the browser is closed: one that has not failed by then has opened it. */
const OPENER_MS = 2_000;

/** Whether there was a browser. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [file, ...args] = openerOf(url);
  if (file === 'xdg-open' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(file, args, { env, detached: true, stdio: 'ignore' });
  const timer = setTimeout(resolve, OPENER_MS, true);
  child.once('error', () => resolve(false));
  child.once('exit', (code) => resolve(code === 0));
  return promise.finally(() => {
    clearTimeout(timer);
    child.unref();
  });
}

function openerOf(url: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', url];
  return ['xdg-open', url];
}

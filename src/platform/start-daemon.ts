/**
 * Starts the supervisor in the background, detached from whoever asks. Of many that ask at once (a hundred hooks on a
 * cold machine), one starts it: the mark file says that somebody just did. Node built-ins only: the hook uses this.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { makePrivateFolder, writeFailed } from './atomic-file.ts';
import type { HomePaths } from './paths.ts';
import { isCode } from './private-file.ts';

/** A start that has not cleared its mark by then has failed; the next one may try. */
const MARK_LIVES_MS = 5_000;

/** What the daemon needs to find its way; everything else in a client's environment (tokens, ids) stays out. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  // Where the keychain of the desktop is reached.
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'CARRYOVER_PORT',
  'CARRYOVER_OPERATIONAL_BUDGET_TOKENS',
];

/**
 * glibc keeps a heap per thread and gives little of it back; with two, a daemon of five threads takes 20 MB less. And it keeps
 * what a burst needed: large pieces are asked of the system each by itself, and go back when they are free (100 MB less
 * after some bodies of many megabytes).
 */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
/** Passed on when a person starts it; what a hook finds in an agent's environment may be a project's, not the person's. */
const MODEL_VARIABLES = [
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'OPENAI_BASE_URL',
  'OPENAI_API_KEY',
];

export interface StartOptions {
  readonly paths: HomePaths;
  /** The bundled `daemon.js`. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: number;
  /** A person asks, at their own command line. */
  readonly byPerson?: boolean;
}

/** False when somebody else is starting it right now. */
export function startDaemon({ paths, entry, env, now, byPerson = false }: StartOptions): boolean {
  makePrivateFolder(paths.run);
  if (!takeMark(paths.startMark, now)) return false;
  const names = byPerson ? [...PASSED_ON, ...MODEL_VARIABLES] : PASSED_ON;
  const passed = Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const child = spawn(process.execPath, [entry, 'supervise'], {
    cwd: paths.home,
    detached: true,
    stdio: 'ignore',
    env: { ...passed, ...MEMORY_SETTINGS, CARRYOVER_HOME: paths.home },
  });
  // A spawn that fails is seen by whoever waits for the daemon; here it may only not throw.
  child.on('error', () => rmSync(paths.startMark, { force: true }));
  child.unref();
  return true;
}

function takeMark(path: string, now: number): boolean {
  const made = statSync(path, { throwIfNoEntry: false });
  if (made !== undefined && Math.abs(now - made.mtimeMs) < MARK_LIVES_MS) return false;
  if (made !== undefined) rmSync(path, { force: true });
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (cause) {
    // Somebody was faster.
    if (isCode(cause, 'EEXIST')) return false;
    throw writeFailed(path, cause);
  }
}

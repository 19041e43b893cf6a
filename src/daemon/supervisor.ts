/**
 * The parent of the daemon: brings it back when it dies. A client's http hooks can neither spool nor start anything, so
 * the time without a daemon is kept short (well below two seconds after a kill -9).
 *
 * One supervisor per home, by a lock of its own. It owns no data. Where a daemon already runs without it, it watches
 * that one's socket and takes over when the connection breaks.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { messageOf } from '../memory/error.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { EXIT } from './exit-codes.ts';
import { DAEMON_NODE_FLAGS } from './node-flags.ts';
import { type Lock, tryLock } from './owner-lock.ts';

/** Tells a daemon that its parent is a supervisor, which it then misses when it is gone. */
export const SUPERVISED = 'CARRYOVER_SUPERVISED';

/** The first restart is at once; a daemon that keeps dying is given ever longer pauses. */
const RESTART_DELAYS_MS: readonly number[] = [0, 200, 500, 1_000, 2_000, 5_000, 15_000];
/** A daemon that ran this long was healthy: its next death starts from the first delay again. */
const HEALTHY_AFTER_MS = 30_000;
const CANNOT_START_DELAY_MS = 5_000;
/** Somebody else's kill says nothing about the daemon's health: however often it happens, it is back within two seconds. */
const KILLED_DELAY_LIMIT_MS = 500;
const WATCH_PAUSE_MS = 100;
/** An owner that does not listen (yet, or any more) is asked again this often, not as fast as processes can start. */
const NOT_OWNER_DELAY_MS = 250;

export interface SupervisorOptions {
  readonly paths: HomePaths;
  /** The bundled `daemon.js`. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Monotonic milliseconds. */
  elapsed(): number;
}

/** The exit code, or the signal that ended it. */
type Ending = number | NodeJS.Signals | 'unknown';

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #lock: Lock;
  #child: ChildProcess | undefined;
  #stopping = false;
  #wake: (() => void) | undefined;
  #failures = 0;

  private constructor(options: SupervisorOptions, lock: Lock) {
    this.#options = options;
    this.#lock = lock;
  }

  /** Undefined when this home has a supervisor already. */
  static take(options: SupervisorOptions): Supervisor | undefined {
    const { supervisorLock, supervisorPid } = options.paths;
    const lock = tryLock(supervisorLock);
    if (lock === undefined) return undefined;
    try {
      writeFileAtomically(supervisorPid, `${process.pid}\n`);
    } catch (error) {
      options.log.warn('supervisor-pid-not-written', { message: messageOf(error) });
    }
    return new Supervisor(options, lock);
  }

  /** Ends the supervisor of this home, also one whose daemon cannot start; false when there is none. */
  static end({ supervisorLock, supervisorPid }: HomePaths): boolean {
    const lock = tryLock(supervisorLock);
    lock?.release();
    // The pid was written by whoever holds the lock, so it is no stranger's.
    if (lock === undefined) process.kill(Number(readFileSync(supervisorPid, 'utf8')), 'SIGTERM');
    return lock === undefined;
  }

  /** Resolves when the daemon was asked to stop, by `stop` here or by anybody through its own door. */
  async run(): Promise<void> {
    const { log, elapsed } = this.#options;
    while (!this.#stopping) {
      const startedAt = elapsed();
      const ending = await this.#runDaemon();
      if (ending === EXIT.stopped || this.#stopping) break;
      if (ending === EXIT.notOwner) {
        await this.#watchOther();
        await this.#pause(NOT_OWNER_DELAY_MS);
        continue;
      }
      if (elapsed() - startedAt > HEALTHY_AFTER_MS) this.#failures = 0;
      const delayMs = this.#restartDelayMs(ending);
      this.#failures = Math.min(this.#failures + 1, RESTART_DELAYS_MS.length - 1);
      log.warn('daemon-ended', { ending, restartInMs: delayMs });
      await this.#pause(delayMs);
    }
    this.#lock.release();
  }

  stop(): void {
    this.#stopping = true;
    this.#wake?.();
    this.#child?.kill('SIGTERM');
  }

  #restartDelayMs(ending: Ending): number {
    if (ending === EXIT.cannotStart) return CANNOT_START_DELAY_MS;
    const delayMs = RESTART_DELAYS_MS[this.#failures] ?? 15_000;
    return ending === 'SIGKILL' ? Math.min(delayMs, KILLED_DELAY_LIMIT_MS) : delayMs;
  }

  /** Ends early when a stop is asked for. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopping) return resolve();
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #runDaemon(): Promise<Ending> {
    const { entry, env, paths, log } = this.#options;
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [...DAEMON_NODE_FLAGS, entry, 'serve'], {
        cwd: paths.home,
        stdio: 'ignore',
        env: { ...env, CARRYOVER_HOME: paths.home, [SUPERVISED]: '1' },
      });
      this.#child = child;
      child.on('error', (error) => {
        log.error('daemon-spawn-failed', { message: error.message });
        resolve(EXIT.cannotStart);
      });
      child.on('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    });
  }

  /** Resolves when the daemon that owns the home is gone: it says nothing, its connections just break. */
  async #watchOther(): Promise<void> {
    while (!this.#stopping && (await heldConnection(this.#options.paths.socket))) await this.#pause(WATCH_PAUSE_MS);
  }
}

/** True after a connection that was made and then ended; false when nobody listens. */
function heldConnection(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    let held = false;
    socket.on('connect', () => {
      held = true;
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(held));
    socket.resume();
  });
}

/** A daemon of its own for a bench, in a throw-away home. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAEMON_NODE_FLAGS } from '../../src/daemon/node-flags.ts';
import { RIGHTS } from '../../src/memory/right.ts';
import { makePrivateFolder } from '../../src/platform/atomic-file.ts';
import { addNamedToken, readNamedTokens } from '../../src/platform/named-tokens.ts';
import { type HomePaths, homePaths } from '../../src/platform/paths.ts';
import { MEMORY_SETTINGS } from '../../src/platform/start-daemon.ts';
import { encryptNewHome, isEncrypted } from '../../test/support/encrypted.ts';

export const DIST = resolve(import.meta.dirname, '../../dist');
/** A home that was filled beforehand may need a while to open. */
const READY_MS = 60_000;
const HOLD_FILE = 'longest-hold';

export interface LongestHold {
  readonly clockMs: number;
  /** Of its thread: what the machine does besides is not in it. */
  readonly processorMs: number;
}

export interface BenchDaemon {
  readonly paths: HomePaths;
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  /** From its start until it answered. */
  readonly readyMs: number;
  /** How long its event loop was held at most since this was asked last, in milliseconds. */
  longestHold(): Promise<LongestHold>;
  stop(): Promise<void>;
}

interface BenchDaemonOptions {
  /** The person's choices for this home. */
  readonly config?: object;
  /** What should lie in the home when the daemon starts. */
  readonly fill?: (paths: HomePaths) => Promise<void>;
  /** A folder of its own, kept for the next run, which then finds it filled; else it is thrown away. */
  readonly keep?: string | undefined;
}

/** Of a script that may do everything: the owner's own takes a person besides. */
function scriptToken(paths: HomePaths): string {
  const name = `bench-${process.pid}-${readNamedTokens(paths.tokens).length}`;
  return addNamedToken(paths.tokens, { name, may: RIGHTS, createdAt: Date.now() }).token;
}

export async function startBenchDaemon({ config = {}, fill, keep }: BenchDaemonOptions = {}): Promise<BenchDaemon> {
  const root = keep ?? mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  const home = join(root, 'home');
  const paths = homePaths(home);
  const filled = join(root, 'filled');
  const drop = (): void => {
    if (keep === undefined || !existsSync(filled)) rmSync(root, { recursive: true, force: true });
  };
  try {
    if (!existsSync(filled)) {
      makePrivateFolder(home);
      if (isEncrypted) encryptNewHome(paths, root);
      writeFileSync(paths.config, JSON.stringify(config));
      await fill?.(paths);
      writeFileSync(filled, '');
    }
    const startedAt = performance.now();
    const { child, port } = await start(home);
    const readyMs = performance.now() - startedAt;
    return {
      paths,
      port,
      token: scriptToken(paths),
      pid: child.pid ?? 0,
      readyMs,
      longestHold: () => longestHold(child.pid ?? 0, join(home, HOLD_FILE)),
      async stop() {
        await end(child);
        drop();
      },
    };
  } catch (cause) {
    drop();
    throw cause;
  }
}

/** What a process holds in memory, in megabytes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;
}

async function start(home: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const port = await freePort();
  const flags = [...DAEMON_NODE_FLAGS, '--import', new URL('./loop-delay.mjs', import.meta.url).href];
  const child = spawn(process.execPath, [...flags, join(DIST, 'daemon.js'), 'serve'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: home, CARRYOVER_HOME: home, CARRYOVER_PORT: String(port) },
      ...MEMORY_SETTINGS,
      CARRYOVER_BENCH_DELAY: join(home, HOLD_FILE),
    },
    stdio: 'ignore',
  });
  try {
    await ready(child, port);
  } catch (cause) {
    await end(child);
    throw cause;
  }
  return { child, port };
}

async function longestHold(pid: number, file: string): Promise<LongestHold> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(1);
  return JSON.parse(readFileSync(file, 'utf8')) as LongestHold;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const endsAt = performance.now() + READY_MS;
  while (performance.now() < endsAt && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(20);
  }
  throw new Error('the daemon does not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

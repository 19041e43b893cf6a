/** A daemon of its own for a bench, in a throw-away home. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DAEMON_NODE_FLAGS } from '../../src/daemon/node-flags.ts';
import { type HomePaths, homePaths } from '../../src/platform/paths.ts';

export const DIST = resolve(import.meta.dirname, '../../dist');
const READY_MS = 10_000;

export interface BenchDaemon {
  readonly paths: HomePaths;
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startBenchDaemon(): Promise<BenchDaemon> {
  const home = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  const paths = homePaths(home);
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [...DAEMON_NODE_FLAGS, join(DIST, 'daemon.js'), 'serve'], {
    env: { PATH: process.env.PATH, HOME: home, CARRYOVER_HOME: home, CARRYOVER_PORT: String(port) },
    stdio: 'ignore',
  });
  await ready(port);
  return {
    paths,
    port,
    token: readFileSync(paths.token, 'utf8').trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function ready(port: number): Promise<void> {
  const endsAt = performance.now() + READY_MS;
  while (performance.now() < endsAt) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((next) => setTimeout(next, 20));
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

/**
 * A throw-away memory: a home with a free port, the daemon on it, and the command line pointed at it. Runs what is in
 * dist/. Disposing of a home ends every process that works in it.
 */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type RunFile, readRunFile } from '../../src/daemon/run-file.ts';
import { RIGHTS } from '../../src/memory/right.ts';
import { addNamedToken, TOKEN_VARIABLE } from '../../src/platform/named-tokens.ts';
import { type HomePaths, homePaths } from '../../src/platform/paths.ts';
import { startDaemon as startSupervisor } from '../../src/platform/start-daemon.ts';
import { encryptNewHome, isEncrypted } from './encrypted.ts';
import { endProcessesOf, processesOf, signal } from './processes.ts';
import { type RunOptions, type RunResult, run } from './run.ts';
import { waitFor } from './wait.ts';
import { makeFolder, writeFiles } from './workspace.ts';

export const DIST = resolve(import.meta.dirname, '../../dist');

export interface TestHome extends AsyncDisposable {
  readonly paths: HomePaths;
  readonly port: number;
  readonly url: string;
  /** For every process that should use this home: as a script of the owner that may do everything. */
  readonly env: NodeJS.ProcessEnv;
  /** The same without that token: as anything that runs without a terminal. */
  readonly bareEnv: NodeJS.ProcessEnv;
  /** Of the owner; there is one once a daemon has run. */
  token(): string;
  /** Of a script of the owner that may do everything; `env` carries it. */
  readonly scriptToken: string;
}

/** `config` is written beside the port; `folder` is where the home will be, if the test wants to choose. */
export async function makeHome(
  options: { readonly config?: object; readonly folder?: string } = {},
): Promise<TestHome> {
  const folder = options.folder ?? makeFolder('home');
  const paths = homePaths(folder);
  const port = await freePort();
  writeFiles(folder, { 'config.json': { port, ...options.config } });
  // A copy of another home has that one's.
  rmSync(paths.tokens, { force: true });
  const { token: scriptToken } = addNamedToken(paths.tokens, { name: 'tests', may: RIGHTS, createdAt: Date.now() });
  const bareEnv = { PATH: process.env.PATH, HOME: folder, CARRYOVER_HOME: folder };
  const keyFolder = isEncrypted ? makeFolder('key') : undefined;
  if (keyFolder !== undefined) encryptNewHome(paths, keyFolder);
  return {
    paths,
    port,
    url: `http://127.0.0.1:${port}`,
    env: { ...bareEnv, [TOKEN_VARIABLE]: scriptToken },
    bareEnv,
    scriptToken,
    token: () => readFileSync(paths.token, 'utf8').trim(),
    [Symbol.asyncDispose]: async () => {
      await endProcessesOf(folder);
      rmSync(folder, { recursive: true, force: true });
      if (keyFolder !== undefined) rmSync(keyFolder, { recursive: true, force: true });
    },
  };
}

/** As hooks and the command line start it: a supervisor in the background, and a daemon under it. */
export async function startDaemon(home: TestHome): Promise<RunFile> {
  startSupervisor({ paths: home.paths, entry: join(DIST, 'daemon.js'), env: home.env, now: Date.now() });
  return waitForDaemon(home);
}

/** Asks it to stop, and waits until it and its supervisor are gone. */
export async function stopDaemon(home: TestHome): Promise<void> {
  const running = readRunFile(home.paths.runFile);
  if (running !== undefined) signal(running.pid, 'SIGTERM');
  await waitFor(() => processesOf(home.paths.home).length === 0, {
    what: 'the daemon and its supervisor to end',
  });
}

/** Waits until a daemon answers; with `otherThan`, one that is not that process. */
export function waitForDaemon(home: TestHome, otherThan?: number): Promise<RunFile> {
  return waitFor(
    async () => {
      const running = readRunFile(home.paths.runFile);
      return running !== undefined && running.pid !== otherThan && (await isHealthy(home)) ? running : undefined;
    },
    { what: 'the daemon to answer' },
  );
}

export async function isHealthy(home: TestHome): Promise<boolean> {
  const answer = await fetch(`${home.url}/health`).catch(() => undefined);
  return answer?.ok === true;
}

/** `carryover ARGS` with this home. */
export function runCli(
  home: TestHome,
  args: readonly string[],
  options: Partial<Omit<RunOptions, 'onStart'>> = {},
): Promise<RunResult> {
  return run(process.execPath, [join(DIST, 'carryover.js'), ...args], {
    ...options,
    env: { ...home.env, ...options.env },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * The daemon's process entry: `daemon.js supervise` keeps a daemon alive, `daemon.js serve` is one. Prints nothing; what
 * there is to say goes to the log. Exit codes are in exit-codes.ts.
 */
import { fileURLToPath } from 'node:url';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { openLog } from '../platform/log.ts';
import { homeFolder, homePaths } from '../platform/paths.ts';
import { startDaemonProcess } from './daemon.ts';
import { EXIT } from './exit-codes.ts';
import { prepareHome } from './home.ts';
import { tryLock } from './owner-lock.ts';
import { Supervisor } from './supervisor.ts';

const entry = fileURLToPath(import.meta.url);
const redactionWorker = fileURLToPath(new URL('./redaction-worker.js', import.meta.url));

async function main(): Promise<number> {
  // Whatever this process creates is private, also what SQLite creates for it.
  process.umask(0o077);
  return process.argv[2] === 'supervise' ? supervise() : serve();
}

async function supervise(): Promise<number> {
  const paths = homePaths(homeFolder(process.env));
  prepareHome(paths);
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  const supervisor = Supervisor.take({ paths, entry, env: process.env, log, elapsed: () => systemClock.elapsed() });
  if (supervisor === undefined) return EXIT.stopped;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => supervisor.stop());
  await supervisor.run();
  return EXIT.stopped;
}

async function serve(): Promise<number> {
  const paths = homePaths(homeFolder(process.env));
  const secrets = prepareHome(paths);
  const lock = tryLock(paths.ownerLock);
  if (lock === undefined) return EXIT.notOwner;
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ask());
  const daemon = await startDaemonProcess({
    paths,
    config: loadConfig(paths.config, process.env),
    secrets,
    clock: systemClock,
    redactionWorker,
    onStopRequested: ask,
  });
  await asked;
  await daemon.stop();
  lock.release();
  return EXIT.stopped;
}

function noteFailure(error: unknown): void {
  const paths = homePaths(homeFolder(process.env));
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  const code = error instanceof CarryoverError ? error.code : 'unexpected';
  log.error('daemon-failed', { code, message: messageOf(error), hint: error instanceof CarryoverError ? error.hint : undefined });
  log.close();
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    noteFailure(error);
    process.exit(error instanceof CarryoverError ? EXIT.cannotStart : 1);
  },
);

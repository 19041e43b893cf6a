/**
 * The daemon's process entry: `daemon.js supervise` keeps a daemon alive, `daemon.js serve` is one. Prints nothing; what
 * there is to say goes to the log. Exit codes are in exit-codes.ts.
 */
import { fileURLToPath } from 'node:url';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import { homeFolder, homePaths } from '../platform/paths.ts';
import { EXIT } from './exit-codes.ts';

async function main(): Promise<number> {
  // Whatever this process creates is private, also what SQLite creates for it.
  process.umask(0o077);
  if (process.argv[2] !== 'supervise') return (await import('./serve.ts')).serve();
  return (await import('./supervise.ts')).supervise(fileURLToPath(import.meta.url));
}

function noteFailure(error: unknown): void {
  const paths = homePaths(homeFolder(process.env));
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  const { code, hint } = error instanceof CarryoverError ? error : { code: 'unexpected', hint: undefined };
  log.error('daemon-failed', { code, message: messageOf(error), hint });
  log.close();
}

// Whatever ends this process says why; the supervisor only sees that it ended.
process.on('uncaughtExceptionMonitor', noteFailure);

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    noteFailure(error);
    process.exit(error instanceof CarryoverError ? EXIT.cannotStart : 1);
  },
);

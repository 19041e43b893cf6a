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

/** A supervisor handles nobody's words; whoever serves does, and an error may quote them. */
let redact = (text: string): string => text;

async function main(): Promise<number> {
  // Whatever this process creates is private, also what SQLite creates for it.
  process.umask(0o077);
  if (process.argv[2] !== 'supervise') {
    const { serve, redactFailure } = await import('./serve.ts');
    redact = redactFailure;
    return serve();
  }
  return (await import('./supervise.ts')).supervise(fileURLToPath(import.meta.url));
}

function noteFailure(error: unknown): void {
  const paths = homePaths(homeFolder(process.env));
  const log = openLog({ folder: paths.logs, clock: systemClock, redact });
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

/** `daemon.js supervise`: keeps a daemon alive. Loads nothing it does not need: this process lives as long as the machine. */
import { systemClock } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import { homeFolder, homePaths } from '../platform/paths.ts';
import { EXIT } from './exit-codes.ts';
import { prepareHome } from './home.ts';
import { Supervisor } from './supervisor.ts';

export async function supervise(entry: string): Promise<number> {
  const paths = homePaths(homeFolder(process.env));
  prepareHome(paths);
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  const supervisor = Supervisor.take({ paths, entry, env: process.env, log, elapsed: () => systemClock.elapsed() });
  if (supervisor === undefined) return EXIT.stopped;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => supervisor.stop());
  await supervisor.run();
  return EXIT.stopped;
}

/** `daemon.js serve`: the daemon itself, as the one owner of its home, until it is asked to stop. */
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { distFolder } from '../platform/dist-folder.ts';
import { homeFolder, homePaths } from '../platform/paths.ts';
import { startDaemonProcess } from './daemon.ts';
import { EXIT } from './exit-codes.ts';
import { prepareHome } from './home.ts';
import { tryLock } from './owner-lock.ts';

export async function serve(): Promise<number> {
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
    redactionWorker: join(distFolder(), 'redaction-worker.js'),
    onStopRequested: ask,
  });
  await asked;
  await daemon.stop();
  lock.release();
  return EXIT.stopped;
}

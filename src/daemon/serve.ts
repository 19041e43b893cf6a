/** `daemon.js serve`: the daemon itself, as the one owner of its home, until it is asked to stop. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { distFolder } from '../platform/dist-folder.ts';
import { type HomePaths, homeFolder, homePaths } from '../platform/paths.ts';
import { startDaemon } from '../platform/start-daemon.ts';
import { startDaemonProcess } from './daemon.ts';
import { EXIT } from './exit-codes.ts';
import { prepareHome } from './home.ts';
import { tryLock } from './owner-lock.ts';
import { SUPERVISED } from './supervisor.ts';

const PARENT_LOOK_MS = 2_000;

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
    indexThread: join(distFolder(), 'index-thread.js'),
    searchThread: join(distFolder(), 'search-thread.js'),
    vectorThread: join(distFolder(), 'vector-thread.js'),
    onStopRequested: ask,
  });
  const watch = watchParent(paths);
  await asked;
  clearInterval(watch);
  await daemon.stop();
  lock.release();
  return EXIT.stopped;
}

/** A supervisor that was killed leaves its daemon an orphan: the daemon has a new one watch it. */
function watchParent(paths: HomePaths): NodeJS.Timeout | undefined {
  if (process.env[SUPERVISED] === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid === parent || existsSync(paths.stopMark)) return;
    const free = tryLock(paths.supervisorLock);
    free?.release();
    if (free === undefined) return;
    // Its own environment is what was chosen for it.
    startDaemon({
      paths,
      entry: join(distFolder(), 'daemon.js'),
      env: process.env,
      now: systemClock.now(),
      byPerson: true,
    });
  }, PARENT_LOOK_MS).unref();
}

/**
 * `daemon.js serve`: the daemon itself, as the one owner of its home, until it is asked to stop. Where the home is
 * encrypted and the key is not at hand, it starts locked and goes on when somebody gives it.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bindOldTokens } from '../clients/claude-code/install/bind-old-tokens.ts';
import { startServer } from '../http/server.ts';
import { messageOf } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { distFolder } from '../platform/dist-folder.ts';
import type { HomeKeys } from '../platform/home-keys.ts';
import { type HomePaths, homeFolder, homePaths, retiredFiles } from '../platform/paths.ts';
import { startDaemon } from '../platform/start-daemon.ts';
import { hidePrivate } from '../redaction/private-text.ts';
import { redactOrDrop } from '../redaction/redact-or-drop.ts';
import { createRedactor } from '../redaction/redactor.ts';
import { layFoundation } from './context.ts';
import { startDaemonProcess } from './daemon.ts';
import { EXIT } from './exit-codes.ts';
import { prepareHome } from './home.ts';
import { keysAtHand } from './load-keys.ts';
import { type OpenDoors, startLockedDaemon } from './locked-daemon.ts';
import { tryLock } from './owner-lock.ts';
import { settleEncryption } from './resume-conversion.ts';
import { SUPERVISED } from './supervisor.ts';

const PARENT_LOOK_MS = 2_000;

/** By this home's rules once they are known, and until then by those that are built in. */
let redactLine = (text: string): string => redactOrDrop(createRedactor({ key: '' }), hidePrivate(text)).text;

/** For the line that whatever ends this process leaves in the log. */
export function redactFailure(text: string): string {
  return redactLine(text);
}

export async function serve(): Promise<number> {
  const paths = homePaths(homeFolder(process.env));
  const secrets = prepareHome(paths);
  const lock = tryLock(paths.ownerLock);
  if (lock === undefined) return EXIT.notOwner;
  const { promise: asked, resolve: ask, reject: fail } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ask());
  for (const path of retiredFiles(paths)) rmSync(path, { force: true });
  const config = loadConfig(paths.config, process.env);
  const foundation = layFoundation(
    { paths, config, secrets, clock: systemClock },
    join(distFolder(), 'capture-worker.js'),
  );
  try {
    bindOldTokens(paths);
  } catch (error) {
    // They work as they did; what is damaged is told when it is used.
    foundation.log.warn('hook-tokens-unbound', { message: messageOf(error) });
  }
  redactLine = (text) => foundation.cleaner.text(hidePrivate(text));
  const openDaemon = (keys: HomeKeys | undefined, openDoors: OpenDoors) => {
    if (keys !== undefined) settleEncryption(paths, keys, foundation.log);
    return startDaemonProcess({
      foundation,
      spoolPrivateKey: keys?.spoolPrivateKey,
      openDoors,
      indexThread: join(distFolder(), 'index-thread.js'),
      searchThread: join(distFolder(), 'search-thread.js'),
      privacyProcess: join(distFolder(), 'privacy-process.js'),
      assets: distFolder(),
      onStopRequested: ask,
    });
  };
  const found = keysAtHand(paths, process.env);
  let stop: () => Promise<void>;
  if (found.locked) {
    stop = await startLockedDaemon({
      foundation,
      reason: found.reason,
      onStopRequested: ask,
      open: async (keys, openDoors) => {
        try {
          const daemon = await openDaemon(keys, openDoors);
          stop = () => daemon.stop();
        } catch (error) {
          // Half open is neither: whoever gave the key is told why, and the process ends and starts locked again.
          fail(error);
          throw error;
        }
      },
    });
  } else {
    const daemon = await openDaemon(found.keys, (app) =>
      startServer(app, { port: config.port, socketPath: paths.socket }),
    );
    stop = () => daemon.stop();
  }
  const watch = watchParent(paths);
  await asked.finally(() => stop());
  clearInterval(watch);
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

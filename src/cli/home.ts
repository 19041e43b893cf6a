/** What every command works with: the home, the bundle it runs from, and a daemon, started when it is needed. */
import { join } from 'node:path';
import { reachDaemon } from '../daemon/reach.ts';
import { connectToDaemon, type DaemonClient } from '../http/client.ts';
import { distFolder } from '../platform/dist-folder.ts';
import { type HomePaths, homeFolder, homePaths } from '../platform/paths.ts';

export function currentHome(): HomePaths {
  return homePaths(homeFolder(process.env));
}

export function daemonEntry(): string {
  return join(distFolder(), 'daemon.js');
}

export function daemonClient(paths: HomePaths): Promise<DaemonClient> {
  return reachDaemon(paths, daemonEntry());
}

/** Between two lines of progress a model may answer, or a long journal be replayed. */
const LONG_SILENCE_MS = 15 * 60_000;

/** For work that a person waits for. */
export async function patientClient(paths: HomePaths): Promise<DaemonClient> {
  await daemonClient(paths);
  return connectToDaemon({ paths, timeoutMs: LONG_SILENCE_MS });
}

/** What every command works with: the home, the bundle it runs from, and a daemon, started when it is needed. */
import { join } from 'node:path';
import { reachDaemon } from '../daemon/connect.ts';
import { type ClientOptions, connectToDaemon, type DaemonClient } from '../http/client.ts';
import { distFolder } from '../platform/dist-folder.ts';
import { environmentToken } from '../platform/environment-token.ts';
import { type HomePaths, homeFolder, homePaths } from '../platform/paths.ts';

export function currentHome(): HomePaths {
  return homePaths(homeFolder(process.env));
}

export function daemonEntry(): string {
  return join(distFolder(), 'daemon.js');
}

/** Who the command line is: the app or the script whose token it was given, else the owner, who answers for a person. */
function caller(): Pick<ClientOptions, 'as' | 'asPerson'> {
  return { as: environmentToken(process.env), asPerson: true };
}

export function daemonClient(paths: HomePaths): Promise<DaemonClient> {
  return reachDaemon(paths, daemonEntry(), caller());
}

/** Of a daemon that runs. */
export function runningDaemon(paths: HomePaths, timeoutMs?: number): DaemonClient {
  return connectToDaemon({ paths, ...caller(), ...(timeoutMs === undefined ? {} : { timeoutMs }) });
}

/** Between two lines of progress a model may answer, or a long journal be replayed. */
const LONG_SILENCE_MS = 15 * 60_000;

/** For work that a person waits for. */
export async function patientClient(paths: HomePaths): Promise<DaemonClient> {
  await daemonClient(paths);
  return runningDaemon(paths, LONG_SILENCE_MS);
}

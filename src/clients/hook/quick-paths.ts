/**
 * Where the token and the socket are, for a home in the usual place: what `homePaths` says, without loading what it
 * needs for the unusual ones. A test holds the two together.
 */
export interface QuickPaths {
  readonly token: string;
  readonly socket: string;
}

/** Shorter than `homePaths` allows, in bytes: a path of other letters takes the long way. */
const PLAIN_SHORT_PATH = /^[\x21-\x7e]{1,80}$/;

/** Undefined when the home is not in a plain place. */
export function quickPaths(env: NodeJS.ProcessEnv, given: string | undefined): QuickPaths | undefined {
  const home = given || env.CARRYOVER_HOME || (env.HOME ? `${env.HOME}/.carryover` : '');
  if (!home.startsWith('/') || !PLAIN_SHORT_PATH.test(home)) return undefined;
  return { token: `${home}/token`, socket: `${home}/run/daemon.sock` };
}

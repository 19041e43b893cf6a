/**
 * Before a tool call: the decision that the hook prints, from the event alone. A file of its own, loaded for these events
 * only, so that a session's start does not pay for it.
 */
import { denialOf, type GuardedHome } from '../claude-code/memory-guard.ts';

/** `appOf` tells which app holds a token; asked only when there is one. */
export function guardAnswer(
  body: string,
  given: string | undefined,
  appOf: (home: string, token: string) => GuardedHome['app'],
): string | undefined {
  const { HOME: userHome = '/', CARRYOVER_HOME: chosen, CARRYOVER_APP_TOKEN: token } = process.env;
  const home = given || chosen || `${userHome}/.carryover`;
  try {
    const app = token ? appOf(home, token) : undefined;
    const denial = denialOf(JSON.parse(body), { home, userHome, app });
    return denial === undefined ? undefined : JSON.stringify(denial);
  } catch {
    // Not an event of any client.
    return undefined;
  }
}

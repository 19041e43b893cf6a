/**
 * What a command that works on files asks before it does so, as the daemon asks for what goes through it: an app may not, a
 * named token may what it was made for, and else it takes a person at a terminal (`platform/person.ts`). Where there is none
 * the command is kept as a proposal, and ends with that. A home that is still being set up takes a script's word.
 *
 * Limit: this is our own program looking at itself. What changes the files without it is not stopped here.
 */
import { isFreshHome } from '../daemon/fresh-home.ts';
import { beyondToken, personNeeded } from '../http/authority.ts';
import { CarryoverError } from '../memory/error.ts';
import type { Right } from '../memory/right.ts';
import { APP_TOKEN_VARIABLE } from '../platform/apps.ts';
import { findNamedToken, TOKEN_VARIABLE } from '../platform/named-tokens.ts';
import { doubtAbout } from '../platform/person.ts';
import { processTable } from '../platform/process-table.ts';
import { currentHome, daemonClient } from './home.ts';

/** Resolves when the command may go on; throws `proposed` when it waits for a person from now on. */
export async function requirePerson(right: Right, setsUp: boolean): Promise<void> {
  const paths = currentHome();
  const doubt = await doubtOf(right);
  if (doubt === undefined || (setsUp && (await isFreshHome(paths)))) return;
  const body = { args: process.argv.slice(2), cwd: process.cwd(), right, doubt };
  await (await daemonClient(paths)).request('POST', '/proposals', { body });
  // Whatever it answers, nothing is done without a person.
  throw personNeeded({ doubt });
}

/** The same for what is only done on the spot. */
export async function requirePersonNow(right: Right): Promise<void> {
  const doubt = await doubtOf(right);
  if (doubt !== undefined) throw personNeeded({ doubt });
}

async function doubtOf(right: Right): Promise<string | undefined> {
  if (process.env[APP_TOKEN_VARIABLE])
    throw new CarryoverError('an app only reads and adds to its own memory', {
      code: 'forbidden',
      hint: `the process has an app's token in ${APP_TOKEN_VARIABLE}: only its owner may do this, elsewhere`,
    });
  const token = process.env[TOKEN_VARIABLE];
  if (!token) return doubtAbout(await processTable(), process.pid);
  const named = findNamedToken(currentHome().tokens, token);
  if (named === undefined)
    throw new CarryoverError(`the token in ${TOKEN_VARIABLE} is not known`, {
      code: 'unauthorized',
      hint: '`carryover token list` shows those that are',
    });
  if (named.may.includes(right)) return undefined;
  throw beyondToken({ kind: 'owner', named }, right);
}

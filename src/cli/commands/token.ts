/** `carryover token add|list|remove`: tokens for the owner's own scripts, each with the rights it was made for. */
import { CarryoverError } from '../../memory/error.ts';
import { isRight, RIGHTS, type Right } from '../../memory/right.ts';
import { systemClock } from '../../platform/clock.ts';
import { TOKEN_VARIABLE } from '../../platform/named-tokens.ts';
import { nearest } from '../../platform/nearest.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf } from '../options.ts';
import { ago, safe, say, sayJson, table } from '../terminal.ts';

interface TokenAnswer {
  readonly name: string;
  readonly may: readonly Right[];
  readonly created_at: number;
}

export async function addToken({ may, json }: Options, [name = '']: readonly string[]): Promise<number> {
  const body = { name, may: rightsOf(textOf(may) ?? '') };
  const client = await daemonClient(currentHome());
  const added = (await client.request('POST', '/tokens', { body })) as TokenAnswer & { readonly token: string };
  if (json === true) sayJson(added);
  else {
    say(`${added.name} may ${added.may.join(', ')}. Its token is shown this once:`);
    say(`\n  ${added.token}\n`);
    say(`Give it to the script alone, in ${TOKEN_VARIABLE}, or as Authorization: Bearer …`);
  }
  return 0;
}

export async function listTokens({ json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const { tokens } = (await client.request('GET', '/tokens')) as { readonly tokens: readonly TokenAnswer[] };
  const now = systemClock.now();
  if (json === true) sayJson({ tokens });
  else if (tokens.length === 0) say('No tokens. `carryover token add NAME --may RIGHTS` makes one for a script.');
  else
    say(table(tokens.map(({ name, may, created_at }) => [name, `${may.join(', ')} · made ${ago(created_at, now)}`])));
  return 0;
}

export async function removeToken({ yes, json }: Options, [name = '']: readonly string[]): Promise<number> {
  if (!(await agreed(yes, `Take the token ${safe(name)} back? It cannot be given again.`))) return abandoned();
  const client = await daemonClient(currentHome());
  await client.request('DELETE', `/tokens/${encodeURIComponent(name)}`);
  if (json === true) sayJson({ name, removed: true });
  else say(`${safe(name)} is refused from now on.`);
  return 0;
}

function rightsOf(given: string): readonly Right[] {
  return given
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      if (isRight(word)) return word;
      throw new CarryoverError(`"${safe(word)}" is no right`, {
        code: 'invalid-input',
        hint: `did you mean "${nearest(word, RIGHTS)}"? There are ${RIGHTS.join(', ')}`,
      });
    });
}

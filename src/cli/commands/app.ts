/** `carryover app add|list|remove`: automations with a memory of their own inside a project, each by a token. */
import { APP_TOKEN_VARIABLE } from '../../platform/apps.ts';
import { systemClock } from '../../platform/clock.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { spaceNames } from '../space-names.ts';
import { ago, safe, say, sayJson, table } from '../terminal.ts';

interface AppAnswer {
  readonly name: string;
  readonly workspace: string;
  readonly created_at: number;
  /** Its space was. */
  readonly forgotten?: boolean;
  /** It only ran, and has no token. */
  readonly unissued?: boolean;
}

export async function addApp({ space, json }: Options, [name = '']: readonly string[]): Promise<number> {
  const client = await daemonClient(currentHome());
  const body = { name, workspace: workspaceOf(space) ?? process.cwd() };
  const added = (await client.request('POST', '/apps', { body })) as AppAnswer & { readonly token: string };
  if (json === true) sayJson(added);
  else {
    say(`${added.name} has a memory of its own now. Its token is shown this once:`);
    say(`\n  ${added.token}\n`);
    say(`Give it to the app alone: as Authorization: Bearer …, or in ${APP_TOKEN_VARIABLE} to \`carryover mcp\`.`);
  }
  return 0;
}

export async function listApps({ json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const { apps } = (await client.request('GET', '/apps')) as { readonly apps: readonly AppAnswer[] };
  if (json === true) sayJson({ apps });
  else if (apps.length === 0) say('No apps. `carryover app add NAME` adds one to the project here.');
  else {
    const names = await spaceNames(client);
    const now = systemClock.now();
    say(
      table(
        apps.map(({ name, workspace, created_at, forgotten, unissued }) => [
          name,
          forgotten === true
            ? 'its project was forgotten: remove it, and add it again where it belongs now'
            : `${safe(names.get(workspace) ?? workspace)}, ${unissued === true ? 'by runs alone, no token yet' : 'added'} ${ago(created_at, now)}`,
        ]),
      ),
    );
  }
  return 0;
}

export async function removeApp({ yes, json }: Options, [name = '']: readonly string[]): Promise<number> {
  if (!(await agreed(yes, `Take the token of ${safe(name)} back? It cannot be given again.`))) return abandoned();
  const client = await daemonClient(currentHome());
  await client.request('DELETE', `/apps/${encodeURIComponent(name)}`);
  if (json === true) sayJson({ name, removed: true });
  else say(`${safe(name)} is removed, and its token ends here. What it has learned stays.`);
  return 0;
}

/**
 * `carryover link|unlink|links`: which projects agents may read besides their own. One way, by the person alone, and from
 * the next question on; nothing is ever written to a project that is linked.
 */
import type { DaemonClient } from '../../http/client.ts';
import type { WireSpaceStatus } from '../../http/space-status.ts';
import { CarryoverError } from '../../memory/error.ts';
import { loadConfig, setConfig } from '../../platform/config.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf, workspaceOf } from '../options.ts';
import { spaceNames } from '../space-names.ts';
import { safe, say, sayJson } from '../terminal.ts';

const KEY = 'spaces.links';

export function link(options: Options, args: readonly string[]): Promise<number> {
  return change(options, args, registered, (links, entry) => [...links.filter((each) => each !== entry), entry]);
}

export function unlink(options: Options, args: readonly string[]): Promise<number> {
  return change(options, args, unlinked, (links, entry) => {
    if (links.includes(entry)) return links.filter((each) => each !== entry);
    throw notLinked();
  });
}

async function unlinked(): Promise<never> {
  throw notLinked();
}

function notLinked(): CarryoverError {
  return new CarryoverError('these projects are not linked', {
    code: 'not-found',
    hint: '`carryover links` shows what is',
  });
}

export async function listLinks({ json }: Options): Promise<number> {
  const paths = currentHome();
  const links = loadConfig(paths.config, process.env)[KEY];
  await report(links, json === true, links.length === 0 || json === true ? undefined : await daemonClient(paths));
  return 0;
}

async function change(
  { space, json }: Options,
  [target = '']: readonly string[],
  ofNew: (client: DaemonClient, workspace: string, json: boolean) => Promise<string>,
  changed: (links: readonly string[], entry: string) => readonly string[],
): Promise<number> {
  const paths = currentHome();
  const client = await daemonClient(paths);
  const idOf = async (workspace: string): Promise<string> => {
    const status = (await client.request('GET', '/memory/status', { query: { workspace } })) as WireSpaceStatus;
    return status.workspace ?? ofNew(client, workspace, json === true);
  };
  const from = await idOf(workspaceOf(space) ?? process.cwd());
  const to = await idOf(workspaceOf(target) ?? '');
  if (from === to) {
    throw new CarryoverError('this is one and the same project', {
      code: 'invalid-input',
      hint: 'name another project: its folder or its space id',
    });
  }
  const config = setConfig(paths.config, KEY, changed(loadConfig(paths.config, process.env)[KEY], `${from}->${to}`));
  await report(config[KEY], json === true, client);
  return 0;
}

async function registered(client: DaemonClient, workspace: string, json: boolean): Promise<string> {
  const answer = await client.request('POST', '/memory/space', { body: { workspace } });
  if (!json) say(`Nobody has worked in ${safe(workspace)} yet: it is known from now on.`);
  return (answer as { readonly workspace: string }).workspace;
}

async function report(links: readonly string[], json: boolean, client: DaemonClient | undefined): Promise<void> {
  const pairs = links.map((each) => each.split('->'));
  if (json) sayJson({ links: pairs.map(([from, to]) => ({ from, to })) });
  else if (links.length === 0) say('No projects are linked: each sees itself and what is known of you.');
  else for (const line of linkLines(links, client === undefined ? new Map() : await spaceNames(client))) say(line);
}

/** One line for each link, by the names of the projects where they have one. */
export function linkLines(links: readonly string[], names: ReadonlyMap<string, string>): readonly string[] {
  const named = (id: string | undefined): string => safe(names.get(textOf(id) ?? '') ?? textOf(id) ?? '');
  return links
    .map((each) => each.split('->'))
    .map(([from, to]) => `agents in ${named(from)} may also read ${named(to)}`);
}

/** `carryover context`: the block a session here would start with, how it is split, and why there may be none. */
import type { DaemonClient } from '../../http/client.ts';
import type { WireStatus } from '../../http/wire.ts';
import { loadConfig } from '../../platform/config.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { paint, safeLines, say, sayJson } from '../terminal.ts';

export async function runContext({ space, parts, json }: Options): Promise<number> {
  const paths = currentHome();
  const client = await daemonClient(paths);
  const query = { workspace: workspaceOf(space) ?? process.cwd() };
  const answer = (await client.request('GET', '/memory/context', { query })) as ContextAnswer;
  if (json === true) {
    sayJson(answer);
    return 0;
  }
  if (!loadConfig(paths.config, process.env)['injection.enabled'])
    say(`${paint('yellow', '!')} Sessions are given nothing: injection.enabled is off. This is what it would be.`);
  if (answer.block === '') say(await whyEmpty(client));
  else for (const line of parts === true ? partLines(answer.parts) : [safeLines(answer.block)]) say(line);
  return 0;
}

interface ContextAnswer {
  readonly block: string;
  readonly parts: readonly string[];
}

export function partLines(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part, index) => [
    paint('bold', `part ${index + 1} of ${parts.length}, ${part.length} characters`),
    safeLines(part),
  ]);
}

async function whyEmpty(client: DaemonClient): Promise<string> {
  const { journal } = (await client.request('GET', '/memory/status')) as WireStatus;
  return journal.records === 0
    ? 'Nothing yet: nothing has been captured. `carryover init` connects a project.'
    : 'Nothing of this project yet: no turn of it has been captured.';
}

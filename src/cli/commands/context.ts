/** `carryover context`: the block a session in this folder would start with. */
import { currentHome, daemonClient } from '../home.ts';
import { say, sayJson } from '../terminal.ts';

export async function runContext({ json }: { json?: unknown }): Promise<number> {
  const client = await daemonClient(currentHome());
  const answer = (await client.request('GET', '/memory/context', { query: { workspace: process.cwd() } })) as {
    readonly block: string;
  };
  if (json === true) sayJson(answer);
  else say(answer.block === '' ? 'Nothing yet: no turn of this project has been captured.' : answer.block);
  return 0;
}

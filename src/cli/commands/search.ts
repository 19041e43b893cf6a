/** `carryover search`: the same search as the API's, for people. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WireHit, WireSearch } from '../../http/wire.ts';
import { currentHome, daemonClient } from '../home.ts';
import { paint, safe, say, sayJson } from '../terminal.ts';

export async function runSearch(options: Readonly<Record<string, unknown>>, words: readonly string[]): Promise<number> {
  const client = await daemonClient(currentHome());
  const query = {
    q: words.join(' '),
    k: text(options.k),
    type: text(options.type),
    workspace: workspaceOf(text(options.space)),
    session_id: text(options.session),
    since: text(options.since),
    until: text(options.until),
  };
  const answer = (await client.request('GET', '/memory/search', { query })) as WireSearch;
  if (options.json === true) sayJson(answer);
  else show(answer.hits);
  return 0;
}

function show(hits: readonly WireHit[]): void {
  for (const hit of hits) {
    const day = new Date(hit.ts).toISOString().slice(0, 16).replace('T', ' ');
    say(`${paint('dim', day)}  ${hit.type.padEnd(11)} ${safe(hit.snippet)}`);
    say(paint('dim', `                  ${hit.id}  session ${hit.session_id}`));
  }
  if (hits.length === 0) say('Nothing found. Fewer or other words may help; `carryover status` says how much is kept.');
}

/** A relative folder is meant from here; anything that is no folder is a space id. */
function workspaceOf(space: string | undefined): string | undefined {
  if (space === undefined) return undefined;
  return existsSync(space) ? resolve(space) : space;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

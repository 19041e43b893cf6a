/** `carryover search`: the same search as the API's, for people. */

import type { WireHit, WireSearch } from '../../http/wire.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf, workspaceOf } from '../options.ts';
import { moment, paint, safe, say, sayJson } from '../terminal.ts';

export async function runSearch(options: Options, words: readonly string[]): Promise<number> {
  const client = await daemonClient(currentHome());
  const query = {
    q: words.join(' '),
    k: textOf(options.k),
    type: textOf(options.type),
    workspace: workspaceOf(options.space),
    session_id: textOf(options.session),
    since: textOf(options.since),
    until: textOf(options.until),
  };
  const answer = (await client.request('GET', '/memory/search', { query })) as WireSearch;
  if (options.json === true) sayJson(answer);
  else show(answer.hits);
  return 0;
}

function show(hits: readonly WireHit[]): void {
  for (const hit of hits) {
    say(`${paint('dim', moment(hit.ts))}  ${hit.type.padEnd(11)} ${safe(hit.snippet)}`);
    say(
      paint('dim', `                  ${hit.id}${hit.session_id === null ? '' : `  session ${safe(hit.session_id)}`}`),
    );
  }
  if (hits.length === 0) say('Nothing found. Fewer or other words may help; `carryover status` says how much is kept.');
}

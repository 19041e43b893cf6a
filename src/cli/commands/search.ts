/** `carryover search`: the same search as the API's, for people. Hits are printed as they come. */
import type { WireHit } from '../../http/search-wire.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf, workspaceOf } from '../options.ts';
import { moment, paint, safe, say, sayJson } from '../terminal.ts';

const INDENT = ' '.repeat(18);
const SHARE_DIGITS = 2;

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
    explain: options.explain === true ? 'true' : undefined,
  };
  if (options.json === true) {
    sayJson(await client.request('GET', '/memory/search', { query }));
    return 0;
  }
  let count = 0;
  for await (const line of client.stream('/memory/search', { ...query, format: 'jsonl' })) {
    show(JSON.parse(line) as WireHit);
    count += 1;
  }
  if (count === 0) say('Nothing found. Fewer or other words may help; `carryover status` says how much is kept.');
  return 0;
}

function show(hit: WireHit): void {
  say(`${paint('dim', moment(hit.ts))}  ${hit.type.padEnd(11)} ${safe(hit.snippet)}`);
  say(paint('dim', `${INDENT}${hit.id}${hit.session_id === null ? '' : `  session ${safe(hit.session_id)}`}`));
  if (hit.explain === undefined) return;
  const words = hit.explain.words.map(({ word, weight }) => `${safe(word)} ${weight.toFixed(SHARE_DIGITS)}`);
  const parts = Object.entries(hit.explain.parts).map(([name, value]) => `${name} ${value.toFixed(SHARE_DIGITS)}`);
  say(paint('dim', `${INDENT}score ${hit.score.toFixed(SHARE_DIGITS)} · ${parts.join(' · ')}`));
  say(paint('dim', `${INDENT}words ${words.join(' · ') || 'none of its own: what stands beside it matches'}`));
}

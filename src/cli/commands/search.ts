/** `carryover search`: the same search as the API's, for people. Hits are printed as they come. */
import type { DaemonClient } from '../../http/client.ts';
import { subjectOf, type WireHit } from '../../http/search-wire.ts';
import type { WireSpaceStatus } from '../../http/space-status.ts';
import type { WireStatus } from '../../http/wire.ts';
import { unnamedSubject } from '../../memory/unnamed-subject.ts';
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
  let found = 0;
  for await (const line of client.stream('/memory/search', { ...query, format: 'jsonl' })) {
    show(JSON.parse(line) as WireHit);
    found += 1;
  }
  if (found === 0) say(await whyNothing(client, query.workspace));
  return 0;
}

async function whyNothing(client: DaemonClient, workspace: string | undefined): Promise<string> {
  const status = (query: { readonly workspace?: string }) => client.request('GET', '/memory/status', { query });
  if (workspace !== undefined && ((await status({ workspace })) as WireSpaceStatus).workspace === null)
    return `No project is known at ${safe(workspace)}. Without \`--space\` all of them are searched.`;
  const { recall } = (await status({})) as WireStatus;
  if (recall !== null && recall.waiting > 0)
    return `Nothing found yet: ${recall.waiting.toLocaleString('en')} records are still being indexed.`;
  return 'Nothing found. Fewer or other words may help; `carryover status` says how much is kept.';
}

function show(hit: WireHit): void {
  const subject = unnamedSubject(subjectOf(hit), hit.snippet);
  const about = subject === undefined ? '' : `${safe(subject)}: `;
  say(`${paint('dim', moment(hit.ts))}  ${hit.type.padEnd(11)} ${about}${safe(hit.snippet)}`);
  const faded = hit.metadata.active === false ? '  faded: no agent is given it' : '';
  say(paint('dim', `${INDENT}${hit.id}${faded}${hit.session_id === null ? '' : `  session ${safe(hit.session_id)}`}`));
  if (hit.explain !== undefined)
    for (const line of explainLines(hit.score, hit.explain)) say(paint('dim', INDENT + line));
}

export function explainLines(score: number, explain: NonNullable<WireHit['explain']>): readonly string[] {
  const words = explain.words.map(({ word, weight }) => `${safe(word)} ${weight.toFixed(SHARE_DIGITS)}`);
  const parts = Object.entries(explain.parts).map(([name, value]) => `${name} ${value.toFixed(SHARE_DIGITS)}`);
  // What only its meaning found got nothing from words, its neighbours' neither.
  const instead = explain.parts.words === undefined ? 'found by meaning' : 'what stands beside it matches';
  return [
    `score ${score.toFixed(SHARE_DIGITS)} · ${parts.join(' · ')}`,
    `words ${words.join(' · ') || `none of its own: ${instead}`}`,
  ];
}

/**
 * `carryover rebuild`: knowledge and memory files anew from the journal. Says what it will do before it asks. With `--index`
 * only what search reads is made anew; nothing else changes, so it does not ask.
 */
import type { DaemonClient } from '../../http/client.ts';
import type { WireStatus } from '../../http/wire.ts';
import type { HomePaths } from '../../platform/paths.ts';
import type { IndexRebuildEnd, RebuildEnd, RebuildProgress, SpendAnswer } from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import type { Options } from '../options.ts';
import { progressBar } from '../progress.ts';
import { count, dollars, paint, say, sayJson } from '../terminal.ts';

export async function runRebuild({ recurate, index, yes, json }: Options): Promise<number> {
  if (index === true) return rebuildIndex({ index, recurate: recurate === true }, json === true);
  const client = await patientClient(currentHome());
  const again = recurate === true;
  if (json !== true) for (const line of explanation(again, await capsOf(client))) say(line);
  if (!(await agreed(yes, 'Go ahead?'))) return abandoned();
  const result = await follow<RebuildEnd>(client, { recurate: again }, 'replayed');
  if (json === true) sayJson(result);
  else {
    const { acts, learnings, files } = result;
    say(
      `${paint('green', '✓')} rebuilt from ${count(acts, 'act')}: ${count(learnings, 'learning')}, ${count(files, 'file')}`,
    );
    if (again)
      say('The turns wait to be read again: `carryover curate` does it now, `carryover status` shows how far it is.');
  }
  return 0;
}

/** Of everything; starts the daemon where it does not run. */
export async function rebuildNow(paths: HomePaths): Promise<RebuildEnd> {
  return follow<RebuildEnd>(await patientClient(paths), { recurate: false }, 'replayed');
}

async function rebuildIndex(wanted: object, json: boolean): Promise<number> {
  const client = await patientClient(currentHome());
  if (!json) say('The search index is made anew. Until it is done, searches find what is in it so far.');
  const result = await follow<IndexRebuildEnd>(client, wanted, 'indexed');
  if (json) sayJson(result);
  else say(`${paint('green', '✓')} indexed ${count(result.records, 'record')} and ${count(result.facts, 'fact')}`);
  return 0;
}

async function follow<End extends { readonly finished: true }>(
  client: DaemonClient,
  body: object,
  label: string,
): Promise<End> {
  const shown = progressBar(label);
  return lastLine<RebuildProgress, End>(
    client.stream('/memory/rebuild', {}, { body }),
    (line): line is End => 'finished' in line,
    ({ done, total }) => shown.update(done, total),
  ).finally(() => shown.end());
}

/** Undefined when no model would be asked. */
async function capsOf(client: DaemonClient): Promise<SpendAnswer | undefined> {
  const { curator } = (await client.request('GET', '/memory/status')) as WireStatus;
  const spend = (await client.request('GET', '/memory/spend')) as SpendAnswer;
  return curator.provider === 'rules' || !spend.model_calls ? undefined : spend;
}

export function explanation(recurate: boolean, caps: SpendAnswer | undefined): readonly string[] {
  const lines = [
    'Learnings and memory files are made anew from the journal, which holds everything they came from: edits of yours,',
    'answers of the curator. Until it is done the present ones stay in use, and capture goes on.',
  ];
  if (!recurate)
    return [
      ...lines,
      'No model is asked: it costs nothing, and the result is the same as now, as far as this version learned it.',
    ];
  return [
    ...lines,
    '--recurate makes what the curator answered void and has every turn read again; what you did yourself stays.',
    caps === undefined
      ? 'Rules read them: it costs nothing.'
      : `A model reads them, for at most ${dollars(caps.left_usd)} now (caps: ${dollars(caps.daily_usd)} a day, ${dollars(caps.session_usd)} for one session's turns); rules read the rest, for good.`,
  ];
}

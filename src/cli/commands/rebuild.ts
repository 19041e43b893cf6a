/** `carryover rebuild`: knowledge and memory files anew from the journal. Says what it will do before it asks. */
import type { DaemonClient } from '../../http/client.ts';
import type { WireStatus } from '../../http/wire.ts';
import type { RebuildEnd, RebuildProgress, SpendAnswer } from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import type { Options } from '../options.ts';
import { progressBar } from '../progress.ts';
import { count, dollars, paint, say, sayJson } from '../terminal.ts';

export async function runRebuild({ recurate, yes, json }: Options): Promise<number> {
  const client = await patientClient(currentHome());
  const again = recurate === true;
  if (json !== true) for (const line of explanation(again, await capsOf(client))) say(line);
  if (!(await agreed(yes, 'Go ahead?'))) return abandoned();
  const result = await follow(client, again);
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

async function follow(client: DaemonClient, recurate: boolean): Promise<RebuildEnd> {
  const shown = progressBar('replayed');
  return lastLine<RebuildProgress, RebuildEnd>(
    client.stream('/memory/rebuild', {}, { body: { recurate } }),
    (line): line is RebuildEnd => 'finished' in line,
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
  if (!recurate) return [...lines, 'No model is asked: it costs nothing, and the result is the same as now.'];
  return [
    ...lines,
    '--recurate makes what the curator answered void and has every turn read again; what you did yourself stays.',
    caps === undefined
      ? 'Rules read them: it costs nothing.'
      : `A model reads them, for at most ${dollars(caps.left_usd)} now (caps: ${dollars(caps.daily_usd)} a day, ${dollars(caps.session_usd)} for one session's turns); rules read the rest, for good.`,
  ];
}

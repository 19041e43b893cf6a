/**
 * `carryover curate`: reads the turns that wait, now. Says who reads them and what it cost; where a model does, it asks
 * first. `--queue` only looks. `--eval` measures (evaluate.ts).
 */
import type { DaemonClient } from '../../http/client.ts';
import { errorFrom } from '../../http/error-body.ts';
import type { WireStatus } from '../../http/wire.ts';
import { systemClock } from '../../platform/clock.ts';
import {
  type CurationEnd,
  type CurationProgress,
  curatorName,
  type QueueAnswer,
  type SpendAnswer,
} from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import type { Options } from '../options.ts';
import { progressBar } from '../progress.ts';
import { ago, columns, count, dollars, paint, safe, say, sayJson } from '../terminal.ts';

export async function runCurate(options: Options): Promise<number> {
  if (options.eval !== undefined) return (await import('./evaluate.ts')).runEvaluation(options);
  const client = await patientClient(currentHome());
  if (options.queue === true) return showQueue(client, options.json === true);
  if (options.retry === true) {
    const { retried } = (await client.request('POST', '/memory/curate/retry')) as { readonly retried: number };
    if (options.json !== true) say(`${count(retried, 'parked turn')} will be tried again.`);
  }
  const before = await spendOf(client);
  const { curator } = (await client.request('GET', '/memory/status')) as WireStatus;
  const { waiting, claimed } = await queueOf(client);
  if (waiting + claimed > 0 && options.yes !== true && curator.provider !== 'rules' && before.model_calls) {
    say(modelWarning(waiting + claimed, curator, before));
    if (!(await agreed(options.yes, 'Go ahead?'))) return abandoned();
  }
  const last = await follow(client);
  const costUsd = Math.max(0, (await spendOf(client)).day.usd - before.day.usd);
  if (options.json === true) sayJson({ ...last, cost_usd: costUsd });
  else for (const line of curatedLines(last, costUsd)) say(line);
  const { problem } = last;
  if (problem !== null) throw errorFrom(500, { error: problem });
  return 0;
}

async function follow(client: DaemonClient): Promise<CurationEnd> {
  const shown = progressBar('curated');
  return lastLine<CurationProgress, CurationEnd>(
    client.stream('/memory/curate', {}, { body: {} }),
    (line): line is CurationEnd => 'done' in line,
    ({ curated, parked, waiting }) => shown.update(curated + parked, curated + parked + waiting),
  ).finally(() => shown.end());
}

async function showQueue(client: DaemonClient, json: boolean): Promise<number> {
  const queue = await queueOf(client);
  if (json) sayJson(queue);
  else for (const line of queueLines(queue, systemClock.now())) say(line);
  return 0;
}

function queueOf(client: DaemonClient): Promise<QueueAnswer> {
  return client.request('GET', '/memory/queue') as Promise<QueueAnswer>;
}

function spendOf(client: DaemonClient): Promise<SpendAnswer> {
  return client.request('GET', '/memory/spend') as Promise<SpendAnswer>;
}

export function modelWarning(turns: number, curator: WireStatus['curator'], spend: SpendAnswer): string {
  return `${count(turns, 'turn')} would be read by ${curatorName(curator)}, for at most ${dollars(spend.left_usd)} (caps: ${dollars(spend.daily_usd)} a day, ${dollars(spend.session_usd)} for one session's turns; then rules go on).`;
}

export function curatedLines(end: CurationEnd, costUsd: number): readonly string[] {
  const { curated, parked, waiting, curator, fallback } = end;
  if (curated + parked + waiting === 0) return ['Nothing waited: every turn has been read.'];
  const cost = costUsd === 0 ? 'at no cost' : `for ${dollars(costUsd)}`;
  const mark = paint('yellow', '!');
  return [
    curated > 0 ? `${paint('green', '✓')} ${count(curated, 'turn')} read by ${safe(curator)}, ${cost}` : undefined,
    fallback === null ? undefined : `${mark} rules read instead of the model: ${safe(fallback)}`,
    parked > 0
      ? `${mark} ${count(parked, 'turn')} could not be read: \`carryover curate --queue\` says why`
      : undefined,
    waiting > 0 ? `${count(waiting, 'turn still waits', 'turns still wait')}.` : undefined,
  ].filter((line) => line !== undefined);
}

export function queueLines(queue: QueueAnswer, now: number): readonly string[] {
  const { waiting, claimed, parked, oldest_at, parked_turns, paused_until, problem } = queue;
  if (waiting + claimed + parked === 0) return ['Nothing waits: every turn has been read.'];
  const oldest = oldest_at === null ? '' : `, the oldest from ${ago(oldest_at, now)}`;
  const lines = [`${count(waiting, 'turn waits', 'turns wait')}${oldest}; ${claimed} being read; ${parked} parked`];
  if (paused_until !== null && paused_until > now)
    lines.push(`The next try is in ${Math.ceil((paused_until - now) / 1000)} s.`);
  if (problem !== null)
    lines.push(`${paint('yellow', '!')} ${safe(problem.message)}${problem.hint ? `\n  ${safe(problem.hint)}` : ''}`);
  if (parked_turns.length === 0) return lines;
  const rows = parked_turns.map((turn) => [
    `  ${turn.turn_id}`,
    paint('dim', `parked ${ago(turn.parked_at, now)}, ${count(turn.attempts, 'try', 'tries')}`),
    safe(turn.reason),
  ]);
  return [...lines, ...columns(rows), '`carryover curate --retry` tries parked turns again.'];
}

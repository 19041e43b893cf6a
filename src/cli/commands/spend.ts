/** `carryover spend`: what model calls cost against the caps; `off` and `on` are the kill switch. */
import { isRunning } from '../../daemon/connect.ts';
import { systemClock } from '../../platform/clock.ts';
import { setConfig } from '../../platform/config.ts';
import type { SpendAnswer } from '../answers.ts';
import { currentHome, daemonClient, runningDaemon } from '../home.ts';
import type { Options } from '../options.ts';
import { ago, columns, count, dollars, paint, safe, say, sayJson } from '../terminal.ts';

export async function showSpend({ json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const report = (await client.request('GET', '/memory/spend')) as SpendAnswer;
  if (json === true) sayJson(report);
  else for (const line of spendLines(report, systemClock.now())) say(line);
  return 0;
}

export function switchOff(): Promise<number> {
  return switchModelCalls(false);
}

export function switchOn(): Promise<number> {
  return switchModelCalls(true);
}

/** The daemon is asked whether it has taken notice: a kill switch that only says so would be none. */
async function switchModelCalls(on: boolean): Promise<number> {
  const paths = currentHome();
  setConfig(paths.config, 'curator.modelCalls', on);
  if (await isRunning(paths)) {
    const report = (await runningDaemon(paths).request('GET', '/memory/spend')) as SpendAnswer;
    if (report.model_calls !== on) {
      say(`${paint('yellow', '!')} stored, but the running daemon goes on as before.`);
      say('  `carryover daemon stop` ends it at once; the next one starts with the new setting.');
      return 1;
    }
  }
  say(
    on
      ? `${paint('green', '✓')} models may be called again, within the caps`
      : `${paint('green', '✓')} no model is called from now on; rules curate. \`carryover spend on\` allows it again.`,
  );
  return 0;
}

export function spendLines(report: SpendAnswer, now: number): readonly string[] {
  const { day, daily_usd, session_usd, left_usd, model_calls, extractions, sessions, calls } = report;
  const lines = [
    `last 24 h  ${dollars(day.usd)} of ${dollars(daily_usd)}, ${dollars(left_usd)} left · ${count(day.calls, 'call')}${day.failed_calls > 0 ? `, ${day.failed_calls} failed` : ''} · ${day.input_tokens} tokens in, ${day.output_tokens} out`,
    `caps       ${dollars(daily_usd)} a day, ${dollars(session_usd)} for the turns of one session`,
  ];
  if (!model_calls) lines.push(`${paint('yellow', '!')} model calls are off; \`carryover spend on\` allows them again`);
  if (extractions.asked > 0)
    lines.push(
      `sessions   ${count(extractions.asked, 'call')} for one session by itself${extractions.skipped > 0 ? `, ${extractions.skipped} not answered in time: their turns wait for a batch` : ''}`,
    );
  if (day.unsettled_calls > 0)
    lines.push(
      `${paint('yellow', '!')} ${count(day.unsettled_calls, 'call')} never came to an end and count${day.unsettled_calls === 1 ? 's' : ''} with what was reserved`,
    );
  if (calls.length === 0) return [...lines, 'No model has been called.'];
  if (sessions.length > 0)
    lines.push(
      '',
      paint('bold', 'sessions of the last 24 h'),
      ...columns(sessions.map(({ id, calls: own, usd }) => [`  ${dollars(usd)}`, count(own, 'call'), safe(id)])),
    );
  return [...lines, '', paint('bold', 'last calls'), ...columns(calls.map((call) => callRow(call, now)))];
}

function callRow({ ts, provider, model, reserved_usd, end }: SpendAnswer['calls'][number], now: number): string[] {
  const result =
    end === null
      ? 'not settled'
      : `${end.outcome}${end.problem === null ? '' : ` (${safe(end.problem)})`}, ${end.input_tokens} in, ${end.output_tokens} out`;
  return [
    `  ${end === null ? `≤ ${dollars(reserved_usd)}` : dollars(end.cost_usd)}`,
    paint('dim', ago(ts, now)),
    safe(`${provider}/${model}`),
    result,
  ];
}

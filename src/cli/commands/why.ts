/** `carryover why`: what an agent was given, where it came from and what became of it; or of one item, how it fared. */
import type { replay, replayItem } from '../../http/injections.ts';
import { CarryoverError } from '../../memory/error.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf } from '../options.ts';
import { shortIds } from '../short-ids.ts';
import { columns, count, moment, paint, safe, safeLines, say, sayJson } from '../terminal.ts';

export type Replayed = Awaited<ReturnType<typeof replay>>;
export type ReplayedItem = Awaited<ReturnType<typeof replayItem>>;

const KINDS = { boot: 'at the start of a session', prompt: 'with a prompt', tool: 'before a tool call' } as const;
const OUTCOME_STYLES = { used: 'green', ignored: 'dim' } as const;

export async function runWhy({ session, block, json }: Options, [wanted = 'last']: readonly string[]): Promise<number> {
  const client = await daemonClient(currentHome());
  const ask = (query: { readonly [name: string]: string | undefined }) =>
    client.request('GET', '/memory/context', { query });
  try {
    const injection = (await ask({ injection: wanted, session_id: textOf(session) })) as Replayed;
    if (json === true) sayJson(injection);
    else for (const line of injectionLines(injection, block === true)) say(line);
  } catch (error) {
    if (!(error instanceof CarryoverError) || error.code !== 'not-found') throw error;
    if (wanted === 'last') {
      if (json === true) sayJson(null);
      else say(nothingGiven(session !== undefined));
      return 0;
    }
    const item = (await ask({ item: wanted })) as ReplayedItem;
    if (json === true) sayJson(item);
    else for (const line of itemLines(item)) say(line);
  }
  return 0;
}

export function injectionLines(injection: Replayed, withBlock: boolean): readonly string[] {
  const { items, tokens, took_ms, prompt } = injection;
  const cost = tokens === null || took_ms === null ? '' : `, ${tokens} tokens, ${Math.round(took_ms)} ms`;
  const ids = shortIds(items.map(({ id }) => id));
  return [
    `${paint('bold', moment(injection.ts))}  ${KINDS[injection.kind]}${prompt === null ? '' : `: "${safe(prompt)}"`}`,
    paint('dim', `${injection.id}  session ${safe(injection.session_id)}`),
    `${count(items.length, 'item')}${cost}`,
    ...columns(
      items.map(({ id, type, source, ts, score, outcome, text }) => [
        `  ${paint('cyan', safe(ids.get(id) ?? id))}`,
        outcome === null ? '–' : paint(OUTCOME_STYLES[outcome], outcome),
        score === null ? '–' : score.toFixed(2),
        ts === null ? '–' : moment(ts).slice(0, 10),
        safe(source === null ? type : `${type}, ${source}`),
        text === null ? paint('dim', 'no longer there') : safe(text),
      ]),
    ),
    ...(withBlock ? ['', safeLines(injection.block)] : []),
  ];
}

export function itemLines(item: ReplayedItem): readonly string[] {
  const { last, text, given, used, ignored } = item;
  const what = text === null ? 'no longer there' : safe(text);
  if (last === null) return [what, 'It has not been given to an agent yet.'];
  const outcome = last.outcome === null ? '' : `, ${last.outcome}`;
  return [
    `${paint('dim', safe(item.type))}  ${what}`,
    `Last given ${KINDS[last.kind]}, ${moment(last.ts)}${outcome}: carryover why ${last.injection}`,
    given === 0
      ? 'Never given with a prompt.'
      : `Given with prompts ${count(given, 'time')}: ${used} used, ${ignored} ignored.`,
  ];
}

function nothingGiven(toSession: boolean): string {
  return toSession
    ? 'Nothing has been given to this session.'
    : 'Nothing has been given to an agent yet: that happens when a session starts, and when a prompt has to do with something that is known. `carryover context` shows what a session here would start with.';
}

/** Tells a written-down session to a daemon by its hooks, with the clock of the daemon going along. */
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveId, type SessionId } from '../../../src/memory/ids.ts';
import { callApi } from '../api.ts';
import type { TestHome } from '../home.ts';
import { type Payload, postHook, promptEvent, startEvent, toolEvent } from '../hooks.ts';
import type { MovedClock } from '../moved-clock.ts';
import { waitFor } from '../wait.ts';
import type { LivedCall, LivedSession, LivedTurn } from './session.ts';

/** How long people and agents take, about. */
const READING_MS = 95_000;
const CALL_MS = 21_000;
const ANSWER_MS = 13_000;
/** A session that ends is closed then; see the follower. */
const CLOSES_AFTER_MS = 130;
const CURATED_WITHIN_MS = 30_000;

export interface LivingHome {
  readonly home: TestHome;
  readonly clock: MovedClock;
  folderOf(project: string): string;
}

/** Calls the API of the home; throws unless it worked. */
export type Call = (
  path: string,
  body?: object,
  method?: 'PUT' | 'DELETE',
) => Promise<Readonly<Record<string, unknown>>>;

export function sessionIdOf({ project, daysAgo }: Pick<LivedSession, 'project' | 'daysAgo'>): SessionId {
  return deriveId<SessionId>('lived-in', project, String(daysAgo));
}

/** Resolves when all of it is curated. One without a time stays open. */
export async function tellSession(living: LivingHome, told: LivedSession, at: number): Promise<SessionId> {
  const { home, clock } = living;
  const session = sessionIdOf(told);
  const cwd = living.folderOf(told.project);
  const closedBefore = await closedTurns(home);
  let ts = at;
  const send = async (payload: Payload, afterMs: number): Promise<void> => {
    ts += afterMs;
    clock.moveTo(ts);
    const { status, body } = await postHook(home, { ...payload, cwd, transcript_path: undefined });
    if (status !== 200) throw new Error(`a hook was answered ${status}: ${body}`);
  };
  await send(startEvent(session), 0);
  for (const [index, turn] of told.turns.entries())
    for (const { payload, afterMs } of eventsOf(turn, session, `${session}-${index}`)) await send(payload, afterMs);
  if (told.time !== undefined)
    await send({ ...startEvent(session), hook_event_name: 'SessionEnd', reason: 'other' }, READING_MS);
  await curated(home, closedBefore + told.turns.length);
  return session;
}

function eventsOf({ user, calls = [], answer }: LivedTurn, session: string, turn: string) {
  const ofTurn = { prompt_id: turn };
  return [
    { payload: promptEvent(session, user, ofTurn), afterMs: READING_MS },
    ...calls.map((call, index) => ({
      payload: toolEvent(session, `${turn}-${index}`, { ...outcomeOf(call), ...ofTurn }),
      afterMs: CALL_MS,
    })),
    {
      payload: { ...promptEvent(session, user, ofTurn), hook_event_name: 'Stop', last_assistant_message: answer },
      afterMs: ANSWER_MS,
    },
  ];
}

function outcomeOf({ tool, input, output, error }: LivedCall): Payload {
  const called = { tool_name: tool, tool_input: input };
  if (error !== undefined) return { ...called, hook_event_name: 'PostToolUseFailure', tool_response: undefined, error };
  return { ...called, tool_response: tool === 'Bash' ? { stdout: output, stderr: '' } : output };
}

export async function closedTurns(home: TestHome): Promise<number> {
  const { body } = await callApi(home, '/memory/status');
  return (body.journal as { readonly turns: number }).turns;
}

/** Resolves when so many turns are closed and all of them curated; one of a session under way would wait for more. */
export async function curated(home: TestHome, turns: number): Promise<void> {
  const patience = { what: `${turns} turns to be curated`, timeoutMs: CURATED_WITHIN_MS };
  // Nothing closes sooner, and asking costs the daemon time.
  await sleep(CLOSES_AFTER_MS);
  await waitFor(async () => (await closedTurns(home)) >= turns, patience);
  await waitFor(async () => (await callApi(home, '/memory/curate', {})).body.waiting === 0, patience);
}

/**
 * What the last sessions of a project came to: for a prompt that goes on where work stood ("continue", "where were we", "what
 * was still open") and names nothing that could be searched for. Of each session the last turns that the person began, with
 * what was asked and what was answered at their end, and the tasks that are open.
 *
 * Synchronous, for a reader's thread, and of bounded cost: `TURNS` turns are looked at by name, at most three of their
 * records are read, and `FACTS` facts. Nothing of the session that asks, and nothing that whoever asks is not given; a turn
 * with one such record is left out whole, because what is said around it may tell of it.
 */
import type { NamedTurn, RecordReader } from '../journal/sqlite/record-reader.ts';
import { appOf } from '../memory/app.ts';
import type { AppId, SessionId, SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { StoredRecord } from '../memory/record.ts';
import { tierOf } from '../memory/trust.ts';
import type { Withholding } from '../memory/withheld.ts';
import type { IndexReader } from './index/index-reader.ts';
import { factSpace } from './index/space-names.ts';
import { isMeant, isOpenTo } from './search/hits.ts';
import { isThanks } from './thanks.ts';

/** Newest turns that are looked at. */
const TURNS = 40;
const SESSIONS = 3;
const TURNS_OF_SESSION = 2;
/** Newest facts among which tasks are looked for. */
const FACTS = 200;
const TASKS = 5;

export interface LastWorkRequest extends Withholding {
  readonly workspace: SpaceId;
  /** The session that asks: what it said itself stands in its context. */
  readonly sessionId: SessionId | null;
  readonly app?: AppId;
  readonly now: number;
}

interface WorkedTurn extends NamedTurn {
  readonly asked: StoredRecord;
  /** What the agent said last in it; absent when it was broken off. */
  readonly answered: StoredRecord | undefined;
}

export interface LastWork {
  /** The newest session first, and of a session the last turn first. */
  readonly turns: readonly WorkedTurn[];
  /** Open tasks of the project, the newest first. */
  readonly tasks: readonly Learning[];
}

export function lastWork(
  journal: Pick<RecordReader, 'turnsUntil' | 'lastOfTurn'>,
  index: Pick<IndexReader, 'space' | 'fact'>,
  request: LastWorkRequest,
): LastWork {
  return { turns: lastTurns(journal, request), tasks: openTasks(index, request) };
}

function lastTurns(
  journal: Pick<RecordReader, 'turnsUntil' | 'lastOfTurn'>,
  { workspace, sessionId, now, ...who }: LastWorkRequest,
): readonly WorkedTurn[] {
  const sessions = new Map<SessionId, WorkedTurn[]>();
  for (const turn of journal.turnsUntil(workspace, now, TURNS)) {
    if (turn.sessionId === sessionId) continue;
    const known = sessions.get(turn.sessionId);
    if ((known?.length ?? 0) >= TURNS_OF_SESSION || (known === undefined && sessions.size >= SESSIONS)) continue;
    const worked = workedTurn(journal, turn, { ...who, audience: 'agent' });
    if (worked === undefined) continue;
    if (known === undefined) sessions.set(turn.sessionId, [worked]);
    else known.push(worked);
  }
  return [...sessions.values()].flat();
}

function workedTurn(
  journal: Pick<RecordReader, 'lastOfTurn'>,
  turn: NamedTurn,
  who: Parameters<typeof isOpenTo>[1],
): WorkedTurn | undefined {
  const asked = journal.lastOfTurn(turn, 'prompt');
  if (asked === undefined || !isAsked(asked, who.app)) return undefined;
  const said = journal.lastOfTurn(turn, 'assistant');
  const called = journal.lastOfTurn(turn, 'tool_use');
  // What is said before a call announces it.
  const answered = said === undefined || (called !== undefined && called.ts > said.ts) ? undefined : said;
  const isOpen = [asked, said].every((record) => record === undefined || isOpenTo(record, who));
  if (!isOpen) return undefined;
  if (called === undefined && isThanks(asked.content, answered?.content ?? '')) return undefined;
  return { ...turn, asked, answered };
}

/** What a person asked; an app is asked in an agent's words, and those are its own. */
function isAsked(record: StoredRecord, app: AppId | undefined): boolean {
  const { source } = record;
  return (
    source === 'typed' || source === 'pasted' || (source === 'assistant' && app !== undefined && appOf(record) === app)
  );
}

/** What a tool printed or a file says to do is no task of the person's: "continue" would have it done. */
export function isOpenTask({ type, trust }: Pick<Learning, 'type' | 'trust'>): boolean {
  return type === 'ACTION' && tierOf(trust) !== 'tool';
}

function openTasks(
  index: Pick<IndexReader, 'space' | 'fact'>,
  { workspace, sessionId, ...who }: LastWorkRequest,
): readonly Learning[] {
  const space = index.space(factSpace(workspace));
  const tasks: Learning[] = [];
  if (space === undefined) return tasks;
  const { docs } = space;
  let left = FACTS;
  for (let doc = docs.count - 1; doc >= 0 && left > 0 && tasks.length < TASKS; doc -= 1) {
    if (docs.isGone(doc) || !docs.isFirst(doc)) continue;
    left -= 1;
    const text = index.fact(docs.source[doc] ?? 0);
    const learning = text === undefined ? undefined : (JSON.parse(text) as Learning);
    if (learning === undefined || !isOpenTask(learning)) continue;
    const isOwn = sessionId !== null && learning.sessionId === sessionId;
    if (!isOwn && isMeant(learning, { ...who, audience: 'agent' })) tasks.push(learning);
  }
  return tasks.toSorted((a, b) => b.confirmedAt - a.confirmedAt);
}

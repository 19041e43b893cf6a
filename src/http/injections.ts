/**
 * What was given to agents, as it was, with what each item says now and what became of it; of one item, where it was last
 * given and how often it was used; and what a prompt would be given. What was erased since is gone from here too.
 */

import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { CarryoverError } from '../memory/error.ts';
import type { ActionId, LearningId, RecordId, SessionId, TurnId } from '../memory/ids.ts';
import type { Injection } from '../memory/injection.ts';
import { textToShow } from '../memory/record.ts';
import type { PromptBlock } from '../recall/prompt-block.ts';
import { findById } from './find-by-id.ts';
import { injectionToWire } from './wire.ts';

export interface ReplaySources {
  readonly journal: Pick<
    Journal,
    'injectionsById' | 'lastInjection' | 'promptOfTurn' | 'record' | 'recordIds' | 'turn'
  >;
  readonly knowledge: Pick<Knowledge, 'action' | 'learning' | 'learningsById' | 'receipts' | 'usage'>;
}

/** Of each text; who wants more looks it up by its id. */
const TEXT_CHARS = 500;
const LIKE_IT = 100;
const RECEIPTS = 1_000;
const NO_BLOCK: PromptBlock = { text: '', items: [], scores: [], tokens: 0 };
const NEVER = { given: 0, used: 0, ignored: 0 };

/** `wanted` is an id, its beginning, or `last`: of a session when one is named. */
export async function replay(wanted: string, sessionId: SessionId | undefined, sources: ReplaySources) {
  const injection = await findInjection(wanted, sessionId, sources);
  const receipts = await sources.knowledge.receipts({ injectionId: injection.id, limit: RECEIPTS });
  const wire = injectionToWire(injection);
  const items = await Promise.all(
    wire.items.map(async (item, index) => ({
      ...(await itemNow(item.id, sources)),
      score: item.score,
      outcome: receipts.find(({ rank }) => rank === index + 1)?.outcome ?? null,
    })),
  );
  return { ...wire, prompt: await promptOf(wire.turn_id, sources), items };
}

/** What a prompt would be given, item by item; all of it empty when that is nothing. */
export async function preview(block: PromptBlock | undefined, sources: ReplaySources) {
  const { text, items, scores, tokens } = block ?? NO_BLOCK;
  return {
    block: text,
    tokens,
    items: await Promise.all(
      items.map(async (id, index) => ({ ...(await itemNow(id, sources)), score: scores[index] ?? null })),
    ),
  };
}

/**
 * `wanted` is the id of a learning, record, turn or action, or the beginning of one: of what was given when there is such,
 * else of a learning or a record.
 */
export async function replayItem(wanted: string, sources: ReplaySources) {
  const { knowledge } = sources;
  const asTyped = await knownLike(wanted, sources);
  const { receipts, known } = asTyped.known.length > 0 ? asTyped : await knownLike(wanted.toLowerCase(), sources);
  const { id } = known.length === 0 ? { id: wanted } : findById(known, wanted, 'item');
  const item = await itemNow(id, sources);
  if (known.length === 0 && item.text === null) {
    throw new CarryoverError('nothing that was given, learned or recorded has this id', {
      code: 'not-found',
      hint: '`carryover search` and `carryover why last` show ids',
    });
  }
  const last = receipts.find((receipt) => receipt.item === id);
  return {
    ...item,
    ...((await knowledge.usage([id])).get(id) ?? NEVER),
    last:
      last === undefined
        ? null
        : {
            injection: last.injectionId,
            ts: last.ts,
            session_id: last.sessionId,
            kind: last.kind,
            outcome: last.outcome,
          },
  };
}

/** Of what was given when there is such, else of what is kept. */
async function knownLike(beginning: string, sources: ReplaySources) {
  const receipts = await sources.knowledge.receipts({ item: beginning, limit: RECEIPTS });
  const given = new Set(receipts.map(({ item }) => item));
  const known = [...(given.size > 0 ? given : await keptLike(beginning, sources))].map((id) => ({ id }));
  return { receipts, known };
}

async function keptLike(beginning: string, { journal, knowledge }: ReplaySources): Promise<readonly string[]> {
  const learnings = await knowledge.learningsById(beginning, { limit: LIKE_IT });
  const records = await journal.recordIds({ beginning, limit: LIKE_IT });
  return [...learnings.map(({ id }) => id), ...records];
}

async function findInjection(
  wanted: string,
  sessionId: SessionId | undefined,
  { journal }: ReplaySources,
): Promise<Injection> {
  if (wanted !== 'last')
    return findById(await journal.injectionsById(wanted.toLowerCase(), LIKE_IT), wanted, 'injection');
  const last = await journal.lastInjection(sessionId === undefined ? {} : { sessionId });
  if (last !== undefined) return last;
  throw new CarryoverError('nothing has been given to an agent yet', {
    code: 'not-found',
    hint: 'memory is given when a session starts and when a prompt has to do with something that is known',
  });
}

async function promptOf(turnId: TurnId | null, { journal }: Pick<ReplaySources, 'journal'>): Promise<string | null> {
  if (turnId === null) return null;
  const prompt = await journal.promptOfTurn(turnId);
  return prompt === undefined ? null : beginningOf(textToShow(prompt));
}

function beginningOf(text: string): string {
  return text.slice(0, TEXT_CHARS).toWellFormed();
}

/** Text is null when it is gone. */
async function itemNow(id: string, { journal, knowledge }: ReplaySources) {
  const learning = await knowledge.learning(id as LearningId);
  if (learning !== undefined) {
    const { confirmedAt, trust, content } = learning;
    return { id, type: learning.validTo === null ? 'fact' : 'old fact', ts: confirmedAt, source: trust, text: content };
  }
  const record = await journal.record(id as RecordId);
  if (record !== undefined)
    return { id, type: record.type, ts: record.ts, source: record.source, text: beginningOf(textToShow(record)) };
  const turn = await journal.turn(id as TurnId);
  if (turn !== undefined) {
    const text = turn.userMessage === '' ? await promptOf(turn.id, { journal }) : beginningOf(turn.userMessage);
    return { id, type: 'turn', ts: turn.timestamp, source: null, text };
  }
  const action = await knowledge.action(id as ActionId);
  if (action !== undefined) return { id, type: 'action', ts: action.createdAt, source: null, text: action.content };
  return { id, type: 'gone', ts: null, source: null, text: null };
}

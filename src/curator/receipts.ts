/**
 * Receipts: what was given to whom, and what became of it. The journal keeps what was given and what the turn did;
 * everything here follows from those two, and comes out the same whenever it is made.
 *
 * What a session starts with is not judged: it is there for the whole session, not for one turn. An item whose text is
 * gone cannot be judged either, and stays without an outcome.
 */

import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { LearningId, RecordId, TurnId } from '../memory/ids.ts';
import type { Injection } from '../memory/injection.ts';
import { outcomesIn } from '../memory/outcome.ts';
import type { Receipt } from '../memory/receipt.ts';
import type { Turn } from '../memory/turn.ts';
import type { Breather } from '../platform/breathe.ts';

/** A line of a block: an id and words of ours, then what was stored as a JSON string. Neither an id nor our words hold `: "`. */
const SHOWN = /^- .*?: ("(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*")$/gm;

export interface ReceiptSources {
  readonly journal: Pick<Journal, 'record' | 'turn'>;
  readonly knowledge: Pick<Knowledge, 'learningHistory'>;
}

/** Keeps what an agent was given, before or after it got it. */
export async function giveInjection(
  journal: Pick<Journal, 'append'>,
  knowledge: Pick<Knowledge, 'addReceipts'>,
  injection: Injection,
): Promise<void> {
  await journal.append({ injections: [injection] });
  await knowledge.addReceipts(receiptsOf(injection));
}

/** Not judged yet. */
export function receiptsOf({ id, ts, sessionId, kind, items, detail }: Injection): readonly Receipt[] {
  return items.map((item, index) => ({
    injectionId: id,
    ts,
    sessionId,
    kind,
    item,
    rank: index + 1,
    score: detail?.scores[index] ?? null,
    turnId: detail?.turnId ?? null,
    outcome: null,
  }));
}

/** The receipts of what this turn was given, by what it did. */
export async function judgedReceipts(
  turn: Turn,
  injections: readonly Injection[],
  sources: ReceiptSources,
  breather: Breather,
): Promise<readonly Receipt[]> {
  const judged: Receipt[] = [];
  // A turn that was broken off says nothing about what it was given.
  if (turn.agentResponse.trim() === '' && turn.toolCalls.length === 0) return judged;
  const outcomeOf = outcomesIn(turn);
  for (const injection of injections) {
    if (injection.kind === 'boot') continue;
    for (const receipt of receiptsOf(injection)) {
      await breather.breathe();
      const text = await givenText(receipt, injection, sources);
      judged.push({ ...receipt, outcome: text === undefined ? null : outcomeOf(text) });
    }
  }
  return judged;
}

/**
 * As it was when it was given: what is edited later must not change what became of it. Of a record what stood in the block,
 * which may be a part of it.
 */
async function givenText(
  { item, rank }: Receipt,
  { ts, text }: Injection,
  { journal, knowledge }: ReceiptSources,
): Promise<string | undefined> {
  const history = await knowledge.learningHistory(item as LearningId);
  const change = history.findLast((known) => known.ts <= ts) ?? history[0];
  if (change !== undefined) return change.after.content;
  const isKept =
    (await journal.record(item as RecordId)) !== undefined || (await journal.turn(item as TurnId)) !== undefined;
  return isKept ? shownIn(text)[rank - 1] : undefined;
}

/** What the lines of a block say, in the order of its items. */
function shownIn(block: string): readonly string[] {
  return [...block.matchAll(SHOWN)].map(([, shown = '""']) => JSON.parse(shown));
}

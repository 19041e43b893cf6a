/**
 * Receipts: what was given to whom, and what became of it. The journal keeps what was given and what the turn did;
 * everything here follows from those two, and comes out the same whenever it is made.
 *
 * What a session starts with is not judged: it is there for the whole session, not for one turn. An item whose text is
 * gone cannot be judged either, and stays without an outcome.
 */
import type { Injection, Journal } from '../journal/journal.ts';
import type { Knowledge, Receipt } from '../knowledge/knowledge.ts';
import type { LearningId, RecordId, TurnId } from '../memory/ids.ts';
import { coverage, termsOf } from '../memory/likeness.ts';
import { outcomesIn } from '../memory/outcome.ts';
import type { Turn } from '../memory/turn.ts';
import type { Breather } from '../platform/breathe.ts';

/** A longer record was not given whole: what stands in the block is. */
const WHOLE_CHARS = 400;

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
  const outcomeOf = outcomesIn(turn);
  for (const injection of injections) {
    if (injection.kind === 'boot') continue;
    for (const receipt of receiptsOf(injection)) {
      await breather.breathe();
      const text = await givenText(receipt.item, injection, sources);
      judged.push({ ...receipt, outcome: text === undefined ? null : outcomeOf(text) });
    }
  }
  return judged;
}

/** As it was when it was given: what is edited later must not change what became of it. */
async function givenText(
  item: string,
  { ts, text }: Injection,
  { journal, knowledge }: ReceiptSources,
): Promise<string | undefined> {
  const history = await knowledge.learningHistory(item as LearningId);
  const change = history.findLast((known) => known.ts <= ts) ?? history[0];
  if (change !== undefined) return change.after.content;
  const record = await journal.record(item as RecordId);
  if (record !== undefined)
    return record.content.length <= WHOLE_CHARS ? record.content : shownOf(record.content, text);
  const turn = await journal.turn(item as TurnId);
  return turn && shownOf(`${turn.userMessage}\n${turn.agentResponse}`, text);
}

/** The line of the block that was made from it. */
function shownOf(content: string, block: string): string | undefined {
  const terms = termsOf(content);
  const lines = block.split('\n').map((line) => ({ line, held: heldIn(termsOf(line), terms) }));
  return lines.toSorted((a, b) => b.held - a.held).find(({ held }) => held > 0)?.line;
}

/** Of two lines that it holds, the longer one says more. */
function heldIn(line: ReadonlySet<string>, content: ReadonlySet<string>): number {
  return coverage(line, content) * Math.log2(1 + line.size);
}

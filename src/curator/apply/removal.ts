/**
 * Learnings a person removed for good, and their taking that back. Gone with their history; by what the turns said they are
 * known again (`wasDropped`), so that none of those brings one back, and no agent that says the same later (`wasDroppedFrom`).
 * Limits: a turn that confirmed it in other words may say it again in those. Of a history longer than `MOST_CHANGES`, what was
 * only confirmed long ago is lost when it is taken back.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { EditChange } from '../../memory/act.ts';
import type { TurnId } from '../../memory/ids.ts';
import type { Learning, LearningChange } from '../../memory/learning.ts';
import { keepTask } from './linked-action.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';

/** Of each learning, besides how it began and every other wording. */
const MOST_CHANGES = 200;

/** What a `drop` of these holds. */
export async function heldHistory(
  knowledge: Pick<Knowledge, 'learningHistory'>,
  learnings: readonly Learning[],
): Promise<readonly LearningChange[]> {
  const histories = await Promise.all(learnings.map(({ id }) => knowledge.learningHistory(id)));
  return histories.flatMap((history) =>
    history.filter(({ before, after }, at) => before?.content !== after.content || at >= history.length - MOST_CHANGES),
  );
}

export async function drop(
  draft: Draft,
  { learnings }: EditChange & { kind: 'drop' },
  journal: Journal,
): Promise<void> {
  const { ts } = draft.act;
  const gone = learnings.map((learning) => ({ ...learning, validTo: ts }));
  for (const [index, closed] of gone.entries()) {
    const learning = learnings[index] ?? closed;
    await keepTask(draft, learning, closed);
    const now = (await draft.learning(learning.id)) ?? learning;
    draft.remove(now, await turnsOf(draft, now, journal));
  }
  await updateTouched(draft, gone);
}

/** As they were; one that is known stays as it is. An act of former times holds no history. */
export async function restore(
  draft: Draft,
  { learnings, history = [] }: EditChange & { kind: 'restore' },
): Promise<void> {
  const past = Map.groupBy(history, ({ learningId }) => learningId);
  for (const learning of learnings) {
    if ((await draft.learning(learning.id)) !== undefined) continue;
    const own = past.get(learning.id) ?? [];
    draft.putBack(own);
    const last = own.at(-1)?.after ?? null;
    if (!isDeepStrictEqual(last, learning)) draft.put(learning, 'reverted', last);
    await keepTask(draft, { ...learning, validTo: learning.validTo ?? draft.act.ts }, learning);
  }
  await updateTouched(draft, draft.touched);
}

/** Of all it ever rested on: what confirmed it would bring it back as well. */
async function turnsOf(draft: Draft, learning: Learning, journal: Journal): Promise<readonly TurnId[]> {
  const history = await draft.knowledge.learningHistory(learning.id);
  const evidence = new Set([learning, ...history.map(({ after }) => after)].flatMap((one) => one.evidence));
  const records = await Promise.all([...evidence].map((id) => journal.record(id)));
  return [...new Set(records.flatMap((record) => record?.turnId ?? []))];
}

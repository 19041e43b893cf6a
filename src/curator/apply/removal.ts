/**
 * Learnings a person removed for good, and their taking that back. Gone with their history; by what the turns said they are
 * known again (`wasDropped`), so that none of those brings one back.
 * Limit: a turn that confirmed it in other words may say it again in those.
 */
import type { Journal } from '../../journal/journal.ts';
import type { EditChange } from '../../memory/act.ts';
import type { TurnId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Draft } from './draft.ts';
import { keepTask } from './keep-task.ts';
import { weaveTouched } from './weave-files.ts';

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
  await weaveTouched(draft, gone);
}

/** As they were; one that is known stays as it is. */
export async function restore(draft: Draft, { learnings }: EditChange & { kind: 'restore' }): Promise<void> {
  for (const learning of learnings) {
    if ((await draft.learning(learning.id)) !== undefined) continue;
    draft.put(learning, 'reverted', null);
    await keepTask(draft, { ...learning, validTo: learning.validTo ?? draft.act.ts }, learning);
  }
  await weaveTouched(draft, draft.touched);
}

/** Of all it ever rested on: what confirmed it would bring it back as well. */
async function turnsOf(draft: Draft, learning: Learning, journal: Journal): Promise<readonly TurnId[]> {
  const history = await draft.knowledge.learningHistory(learning.id);
  const evidence = new Set([learning, ...history.map(({ after }) => after)].flatMap((one) => one.evidence));
  const records = await Promise.all([...evidence].map((id) => journal.record(id)));
  return [...new Set(records.flatMap((record) => record?.turnId ?? []))];
}

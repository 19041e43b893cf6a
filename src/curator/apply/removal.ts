/**
 * Learnings a person removed for good, and their taking that back. Gone with their history; by what the turns said they are
 * known again (`wasDropped`), so that none of those brings one back.
 */
import type { EditChange } from '../../memory/act.ts';
import type { Draft } from './draft.ts';
import { keepTask } from './keep-task.ts';
import { weaveTouched } from './weave-files.ts';

export async function drop(draft: Draft, { learnings }: EditChange & { kind: 'drop' }): Promise<void> {
  const { ts } = draft.act;
  const gone = learnings.map((learning) => ({ ...learning, validTo: ts }));
  for (const [index, closed] of gone.entries()) {
    const learning = learnings[index] ?? closed;
    await keepTask(draft, learning, closed);
    draft.remove((await draft.learning(learning.id)) ?? learning);
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

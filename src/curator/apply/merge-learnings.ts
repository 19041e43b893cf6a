/** Learnings that say the same become one (C-065): it is as sure as the surest of them, and rests on what they all rest on. */
import type { EditChange } from '../../memory/act.ts';
import { confidenceAt } from '../../memory/decay.ts';
import type { Learning } from '../../memory/learning.ts';
import { MOST_EVIDENCE } from './apply-learning.ts';
import { keepTask } from './linked-action.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';

export async function mergeLearnings(draft: Draft, { into, from }: EditChange & { kind: 'merge' }): Promise<void> {
  const { ts } = draft.act;
  const target = await known(draft, into);
  const merged: Learning[] = [];
  for (const learning of from) merged.push(await known(draft, learning));
  const gone: Learning[] = [];
  for (const old of merged) {
    const closed = { ...old, updatedAt: ts, validTo: old.validTo ?? ts, supersededBy: target.id };
    draft.put(closed, 'superseded', old);
    gone.push(closed);
    await keepTask(draft, old, closed);
  }
  const next: Learning = { ...asOne(target, merged), updatedAt: ts, validTo: null, supersededBy: null };
  draft.put(next, 'merged', target);
  await keepTask(draft, target, next);
  await updateTouched(draft, [...gone, next]);
}

/** The first of them, resting on what all rest on; pinned, private and for good when any was. */
export function asOne(stays: Learning, others: readonly Learning[]): Learning {
  const all = [stays, ...others];
  // Each as sure as it was when the last of them was said: that was said of all.
  const confirmedAt = Math.max(...all.map((learning) => learning.confirmedAt));
  return {
    ...stays,
    confidence: Math.max(...all.map((learning) => confidenceAt(learning, confirmedAt))),
    confirmedAt,
    evidence: [...new Set(all.flatMap(({ evidence }) => evidence))].slice(-MOST_EVIDENCE),
    pinned: all.some(({ pinned }) => pinned),
    sensitive: all.some(({ sensitive }) => sensitive),
    persistent: all.some(({ persistent }) => persistent),
  };
}

/** Whoever found it is void; that a person has named it keeps it. */
async function known(draft: Draft, learning: Learning): Promise<Learning> {
  const now = await draft.learning(learning.id);
  if (now === undefined) draft.put(learning, 'learned', null);
  return now ?? learning;
}

/**
 * A learning a person wrote, or changed (C-037, C-050). Only what they changed is put on the row as it is by then. Another
 * wording is their own word from now on, and still goes with the records it came from when those are forgotten; the old one
 * stays as a closed twin, so that no turn brings it back. Where it holds may change too, and its line goes there.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EditChange } from '../../memory/act.ts';
import { confidenceAt, isActive } from '../../memory/decay.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import { isQuestioned, type Learning, type LearningCause, NEW_CONFIDENCE } from '../../memory/learning.ts';
import { isSensitive } from '../../memory/sensitivity.ts';
import { mayBecome } from '../../memory/trust.ts';
import { settleMoved } from './apply-moved.ts';
import { keepTask } from './linked-action.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';

export async function amend(draft: Draft, { before, after }: EditChange & { kind: 'amend' }): Promise<void> {
  if (before === null) {
    draft.put(after, 'remembered', null);
    await keepTask(draft, null, after);
    return updateTouched(draft, draft.touched);
  }
  const known = await draft.learning(before.id);
  // Whoever found it is void; that a person has changed it keeps it.
  if (known === undefined) draft.put(before, 'learned', null);
  const now = known ?? before;
  const next = amended(draft, now, changedBy(before, after));
  if (next.content !== now.content) keepWording(draft, now);
  draft.put(next, causeOf(now, next, draft.act.ts), now);
  await keepTask(draft, now, next);
  if (next.workspace !== now.workspace) return settleMoved(draft, now, next);
  // Its line stands where it stood when nothing of it has changed.
  const isMoved = next.content !== now.content || next.type !== now.type;
  const gone = isMoved ? [{ ...now, validTo: draft.act.ts }] : [];
  await updateTouched(draft, [...gone, ...draft.touched]);
}

function changedBy(before: Learning, after: Learning): Partial<Learning> {
  const isChanged = (key: string) => !isDeepStrictEqual(Reflect.get(before, key), Reflect.get(after, key));
  const changed = Object.fromEntries(Object.entries(after).filter(([key]) => isChanged(key)));
  // A confidence counts from when it was given, also one that is the same as before.
  return after.confirmedAt === before.confirmedAt ? changed : { ...changed, confidence: after.confidence };
}

function amended({ act: { ts } }: Draft, now: Learning, changed: Partial<Learning>): Learning {
  const next = { ...now, ...changed, updatedAt: ts };
  const trust = mayBecome(next.trust, next.type) ? next.trust : 'typed';
  if (next.content === now.content) return { ...next, trust };
  return {
    ...next,
    trust: 'typed',
    // Whoever puts it in other words says that it holds.
    supersededBy: isQuestioned(next) ? null : next.supersededBy,
    sensitive: next.sensitive || isSensitive(next.content),
    confidence: changed.confidence ?? Math.max(NEW_CONFIDENCE, confidenceAt(now, ts)),
    confirmedAt: ts,
  };
}

function keepWording(draft: Draft, old: Learning): void {
  const { id, ts } = draft.act;
  const twin = { id: deriveId<LearningId>(id, 'wording'), pinned: false, updatedAt: ts, validTo: ts };
  draft.put({ ...old, ...twin, supersededBy: old.id }, 'superseded', null);
}

function causeOf(now: Learning, next: Learning, ts: number): LearningCause {
  if (now.validTo === null && next.validTo !== null) return next.type === 'ACTION' ? 'reviewed' : 'withdrawn';
  if (next.content !== now.content) return 'edited';
  return isActive(next, ts) && !isActive(now, ts) ? 'reactivated' : 'edited';
}

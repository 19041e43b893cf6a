/**
 * A person says which of two statements holds, both of which are known: the newer one replaces the older, both hold, or the
 * newer one is dropped and the older holds as before. Or where one holds: in a project, or everywhere as before.
 */
import type { EditChange } from '../../memory/act.ts';
import { type Learning, settled } from '../../memory/learning.ts';
import { settleMoved } from './apply-moved.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';
import { withdraw } from './user-decisions.ts';

type Decision = EditChange & { readonly kind: 'review' };

export async function decideQuestion(draft: Draft, { review, decision, replaced }: Decision): Promise<void> {
  const { held } = review;
  if (held.kind === 'file') return;
  const { ts } = draft.act;
  const old = replaced === null ? undefined : await known(draft, replaced);
  const newer = await known(draft, held.learning);
  const isProposed = held.isProposed === true;
  const isOpen = old?.validTo === null && old.supersededBy === (isProposed ? null : newer.id);
  if (decision === 'rejected') withdraw(draft, newer);
  if (isOpen && decision === 'accepted') {
    // Whoever says yes to it has said it.
    const pinned = newer.pinned || old.pinned;
    draft.put({ ...settled(newer), trust: 'typed', pinned, updatedAt: ts }, 'reviewed', newer);
    withdraw(draft, old, newer);
  } else if (isOpen && !isProposed) draft.put({ ...old, updatedAt: ts, supersededBy: null }, 'reviewed', old);
  await updateTouched(draft, draft.touched);
}

/** What became of it meanwhile stays: it may have been moved, or hold no more. */
export async function decidePlace(draft: Draft, { review: { held }, decision }: Decision): Promise<void> {
  if (held.kind === 'file' || !held.movesTo || decision === 'rejected') return;
  const { ts } = draft.act;
  const now = await known(draft, held.learning);
  if (now.workspace !== null || now.validTo !== null) return;
  const moved: Learning = { ...now, workspace: held.movesTo, scope: { kind: 'space' }, updatedAt: ts };
  draft.put(moved, 'reviewed', now);
  await settleMoved(draft, now, moved);
}

/** Whoever found it is void; that a person has decided about it keeps it. */
async function known(draft: Draft, learning: Learning): Promise<Learning> {
  const now = await draft.learning(learning.id);
  if (now === undefined) draft.put(learning, 'learned', null);
  return now ?? learning;
}

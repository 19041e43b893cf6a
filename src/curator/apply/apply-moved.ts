/**
 * A learning that a person moved. Where the same statement holds already the two become one: the moved one stays, in the words
 * and with the trust of the better source, resting on what both rest on, pinned and private when either was. What holds there
 * because it holds everywhere makes the moved one needless.
 */
import { isOperational, type Learning } from '../../memory/learning.ts';
import { trustRank } from '../../memory/trust.ts';
import { rivalsOf, sameScope } from './conflicts.ts';
import { asOne } from './merge-learnings.ts';
import type { Draft } from './unit-of-work.ts';
import { updateMoved } from './update-files.ts';

export async function settleMoved(draft: Draft, from: Learning, moved: Learning): Promise<void> {
  if (moved.validTo !== null) return updateMoved(draft, from, moved);
  const rivals = await rivalsOf(draft, moved, { match: 'similar' });
  const same = rivals.filter(({ isSame, learning }) => isSame && learning.id !== moved.id).map((one) => one.learning);
  const twins = same.filter((learning) => sameScope(learning, moved));
  const wider = same.find(({ scope }) => scope.kind === 'user' && !isOperational(moved.type));
  if (twins.length > 0) {
    const one = inBestWords(draft, moved, twins);
    const closed = twins.map((twin) => close(draft, twin, one));
    draft.put(one, 'merged', moved);
    return updateMoved(draft, from, one, closed);
  }
  if (wider === undefined) return updateMoved(draft, from, moved);
  const one = inBestWords(draft, wider, [moved]);
  const closed = close(draft, moved, one);
  draft.put(one, 'merged', wider);
  return updateMoved(draft, from, one, [closed]);
}

function close(draft: Draft, old: Learning, one: Learning): Learning {
  const { ts } = draft.act;
  const closed = { ...old, updatedAt: ts, validTo: ts, supersededBy: one.id };
  draft.put(closed, 'superseded', old);
  return closed;
}

function inBestWords({ act: { ts } }: Draft, stays: Learning, others: readonly Learning[]): Learning {
  const { type, subject, content, trust } = [stays, ...others].reduce((best, one) =>
    trustRank(one.trust) < trustRank(best.trust) ? one : best,
  );
  return { ...asOne(stays, others), type, subject, content, trust, updatedAt: ts };
}

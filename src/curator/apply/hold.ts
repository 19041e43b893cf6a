/** What is not taken waits for a person, with the reason: asked about once, and no more of one batch than somebody reads. */
import { deriveId, type LearningId, type ReviewId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import { reviewsHolding } from './held-claims.ts';
import type { Draft } from './unit-of-work.ts';

/** Held for a person in one batch, at most (POI-11): nobody reads a flood, and what is in it is lost in it. */
const MOST_HELD = 20;

export const TURNED = 'it says the opposite of what was said';

export async function hold(
  draft: Draft,
  learning: Learning,
  replaces: LearningId | null,
  reason: string,
): Promise<void> {
  // The same for the same turn, so that it is asked about once and an answer stays.
  const id = deriveId<ReviewId>(learning.turnId ?? '', learning.content, 'review');
  const isAsked = async () => (await reviewsHolding(draft, learning.content, 'waiting')).length > 0;
  // Whoever says the same night after night is not asked about each time.
  if ((await draft.knowledge.review(id)) !== undefined || (await isAsked())) return draft.drop('known');
  if (draft.change().reviews.length >= MOST_HELD) return draft.drop('too-many-held');
  draft.drop('held');
  draft.hold({
    id,
    createdAt: draft.act.ts,
    actId: draft.act.id,
    workspace: draft.act.workspace,
    reason,
    status: 'waiting',
    held: { kind: 'learning', learning, replaces },
  });
}

/** What a person decides at a door, with all it is about: curators' ids mean nothing once everything is curated anew. */
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EditChange } from '../memory/act.ts';
import type { Review } from '../memory/review.ts';

export async function reviewDecision(
  knowledge: Knowledge,
  review: Review,
  decision: 'accepted' | 'rejected',
): Promise<EditChange> {
  const { held } = review;
  if (held.kind === 'file') {
    const base = (await knowledge.fileVersion(held.file, held.base))?.content ?? '';
    return { kind: 'review', review, decision, replaced: null, base };
  }
  const replaced = held.replaces === null ? null : ((await knowledge.learning(held.replaces)) ?? null);
  return { kind: 'review', review, decision, replaced, base: '' };
}

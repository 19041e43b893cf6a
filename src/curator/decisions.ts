/** What a person decides at a door, with all it is about: curators' ids mean nothing once everything is curated anew. */
import { mergeThreeWay } from '../files/merge.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EditChange } from '../memory/act.ts';
import type { HeldRewrite, Review } from '../memory/review.ts';

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

/** What a held rewrite does to the file as it is by now; of one that was decided, what it was a change of and to. */
export async function rewriteShown(
  knowledge: Pick<Knowledge, 'file' | 'fileVersion'>,
  { file, base: version, content }: HeldRewrite,
  { status }: Pick<Review, 'status'>,
): Promise<{ readonly before: string | null; readonly after: string }> {
  const base = (await knowledge.fileVersion(file, version))?.content ?? '';
  if (status !== 'waiting') return { before: base, after: content };
  const current = await knowledge.file(file);
  const after = mergeThreeWay({ base, curator: content, human: current?.content ?? '' });
  return { before: current?.content ?? null, after };
}

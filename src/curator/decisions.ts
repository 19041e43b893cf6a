/** What a person decides at a door, with all it is about: curators' ids mean nothing once everything is curated anew. */
import { mergeThreeWay } from '../files/merge.ts';
import { textOnDisk } from '../files/text-on-disk.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EditChange } from '../memory/act.ts';
import type { HeldRewrite, Review, ReviewAnswer } from '../memory/review.ts';

export async function reviewDecision(
  knowledge: Knowledge,
  review: Review,
  decision: ReviewAnswer,
): Promise<EditChange> {
  const { held } = review;
  if (held.kind === 'file') {
    const base = await baseOf(knowledge, held);
    return { kind: 'review', review, decision, replaced: null, base };
  }
  const replaced = held.replaces === null ? null : ((await knowledge.learning(held.replaces)) ?? null);
  return { kind: 'review', review, decision, replaced, base: '' };
}

/** What a held rewrite does to the file as it is by now; of one that was decided, what it was a change of and to. */
export async function rewriteShown(
  knowledge: Pick<Knowledge, 'file' | 'fileVersion'>,
  held: HeldRewrite,
  { status }: Pick<Review, 'status'>,
): Promise<{ readonly before: string | null; readonly after: string }> {
  const { file, content } = held;
  const base = await baseOf(knowledge, held);
  if (status !== 'waiting') return { before: base, after: content };
  const current = await knowledge.file(file);
  const standing = current?.content ?? '';
  // What stands on disk is what would be taken in.
  const after =
    held.before === undefined
      ? mergeThreeWay({ base, curator: content, human: standing })
      : textOnDisk(standing, { before: base, content });
  return { before: current?.content ?? null, after };
}

async function baseOf(knowledge: Pick<Knowledge, 'fileVersion'>, { before, file, base }: HeldRewrite): Promise<string> {
  return before ?? (await knowledge.fileVersion(file, base))?.content ?? '';
}

/**
 * What becomes of a learning that another one replaces. Surely: the old one is closed and linked to the new, which takes its
 * pin and is as private; of a statement of two parts only the part that is over goes, and the rest keeps its evidence, its trust
 * and its pin. What is not sure is a question (questions.ts).
 */
import { contradicted } from '../../memory/confidence.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import type { Learning, LearningCause } from '../../memory/learning.ts';
import { echoesOf, type ReplacedLearning, type Rival } from './conflicts.ts';
import type { Draft } from './unit-of-work.ts';

export function replace(
  draft: Draft,
  { learning: old, stays, also }: ReplacedLearning,
  next: Learning,
  rivals: readonly Rival[],
  cause: LearningCause = 'learned',
): void {
  const echoes = [...new Set([...echoesOf(old, next, rivals), ...(stays === undefined ? also : [])])].filter((echo) =>
    draft.mayChange(echo),
  );
  const isPinned = stays === undefined && [old, ...echoes].some(({ pinned }) => pinned);
  draft.put(succeeding(old, { ...next, pinned: next.pinned || isPinned }), cause, null);
  if (stays === undefined) close(draft, old, next);
  else keepPart(draft, old, next, stays);
  for (const echo of echoes) if (echo.trust === old.trust) close(draft, echo, next);
}

/** Also for what only takes the place of what says the same. */
export function close(draft: Draft, old: Learning, next: Learning): void {
  draft.put(closed(draft, old, next), next.type === 'CORRECTION' ? 'corrected' : 'superseded', old);
}

function succeeding(old: Learning, next: Learning): Learning {
  return { ...next, sensitive: next.sensitive || old.sensitive };
}

function closed({ act: { ts } }: Draft, old: Learning, next: Learning): Learning {
  const confidence = contradicted(old.confidence);
  return { ...old, confidence, updatedAt: ts, validTo: ts, supersededBy: next.id };
}

/** The row stays with what still holds; what it said in full is kept as closed. */
function keepPart(draft: Draft, old: Learning, next: Learning, stays: string): void {
  const { id, ts } = draft.act;
  const wording = { ...closed(draft, old, next), id: deriveId<LearningId>(id, 'part', old.id), pinned: false };
  draft.put(wording, 'corrected', null);
  draft.put({ ...old, content: stays, updatedAt: ts }, 'edited', old);
}

/** A batch as a person is told of it: what became of what, and whether it takes something back. */
import type { Batch } from '../curator/undo.ts';
import type { ActSummary } from '../http/trust-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { LearningId } from '../memory/ids.ts';
import { isQuestioned, type Learning } from '../memory/learning.ts';

interface Stores {
  readonly journal: Pick<Journal, 'storedAct'>;
  readonly knowledge: Pick<Knowledge, 'changesOf'>;
}

export async function actSummary(batch: Batch, { journal, knowledge }: Stores): Promise<ActSummary> {
  const act = await journal.storedAct(batch.act);
  const { learnings } = await knowledge.changesOf([batch.act]);
  const made = new Map(learnings.flatMap(({ before, after }) => (before === null ? [[after.id, after]] : [])));
  const changed = learnings.flatMap(({ before, after }) =>
    before === null || made.has(after.id) ? [] : [changeLine(before, after, made)],
  );
  const isDrop = act?.kind === 'edit' && act.change.kind === 'drop';
  return {
    ...batch,
    changed: isDrop ? batch.changed.map((content) => `${content} -> removed`) : [...new Set(changed)],
    reverts: act?.kind === 'edit' && act.change.kind === 'revert' ? act.change.acts : null,
  };
}

function changeLine(before: Learning, after: Learning, made: ReadonlyMap<LearningId, Learning>): string {
  const next = after.supersededBy === null ? undefined : made.get(after.supersededBy);
  if (isQuestioned(after)) return `${before.content} -> you are asked whether it still holds`;
  const outcome = next?.content ?? (after.content === before.content ? stateChange(before, after) : after.content);
  return outcome === undefined ? before.content : `${before.content} -> ${outcome}`;
}

function stateChange(before: Learning, after: Learning): string | undefined {
  if ((before.validTo === null) !== (after.validTo === null))
    return after.validTo === null ? 'holds again' : 'holds no more';
  if (before.pinned !== after.pinned) return after.pinned ? 'pinned' : 'pinned no more';
  if (before.sensitive !== after.sensitive) return after.sensitive ? 'kept from agents' : 'for agents, too';
  return undefined;
}

/**
 * What an act changes: a function of the act, the journal and the knowledge before it. No clock, no disk, no
 * configuration, no chance: the same acts in the same order always give the same knowledge and the same files.
 */
import type { KnowledgeChange } from '../../knowledge/commit.ts';
import type { Checkpoint, StoredAct } from '../../memory/act.ts';
import { applyCuration } from './apply-curation.ts';
import { applyEdit } from './apply-edit.ts';
import { applyScan } from './apply-scan.ts';
import type { OriginStores } from './origin-check.ts';
import { settleQuestions } from './questions.ts';
import { Draft, type Outcomes } from './unit-of-work.ts';

export async function planAct(
  act: Exclude<StoredAct, Checkpoint>,
  stores: OriginStores,
  onPlanned?: (outcomes: Outcomes) => void,
): Promise<KnowledgeChange> {
  const draft = new Draft(act, stores);
  if (act.kind === 'curation') await applyCuration(draft, act, stores);
  else if (act.kind === 'edit') await applyEdit(draft, act.change, stores.journal);
  else await applyScan(draft, act);
  await settleQuestions(draft);
  onPlanned?.(draft.outcomes);
  return draft.change();
}

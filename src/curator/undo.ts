/**
 * Taking back (POI-12): what the last acts did, as a person sees it, and the edit that takes some of it back. The edit
 * names what the acts made in full, so that it stays away also when everything is curated anew.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EditChange, StoredAct } from '../memory/act.ts';
import { CarryoverError } from '../memory/error.ts';
import type { SourceName } from '../memory/forgetting.ts';
import type { ActId, LearningId, RecordId, SpaceId } from '../memory/ids.ts';
import type { Learning, LearningChange } from '../memory/learning.ts';
import { heldHistory } from './apply/removal.ts';
import { stateBefore } from './apply/revert.ts';

/** Acts that are looked through for the last ones that changed something. */
const LOOKED_AT = 500;
const RECORDS_PAGE = 500;

/** What one act did. */
export interface Batch {
  readonly act: ActId;
  readonly ts: number;
  readonly workspace: SpaceId | null;
  /** `rules`, a model, or `you`. */
  readonly by: string;
  readonly added: readonly string[];
  /** Changed, closed or opened again. */
  readonly changed: readonly string[];
  readonly actions: number;
  readonly files: readonly string[];
  readonly undone: boolean;
}

export type UndoTarget =
  | { readonly kind: 'act'; readonly id: ActId }
  | { readonly kind: 'learning'; readonly id: LearningId }
  | { readonly kind: 'source'; readonly source: SourceName };

export interface Undoing {
  /** One for each space: an act is void with a later checkpoint of its own space, and must not change another. */
  readonly edits: readonly {
    readonly workspace: SpaceId | null;
    readonly change: EditChange & { readonly kind: 'revert' | 'drop' | 'restore' };
  }[];
  /** What would hold no more. */
  readonly withdrawn: readonly Learning[];
  /** What would be as it was before. */
  readonly restored: readonly Learning[];
  readonly files: readonly string[];
}

interface Stores {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
}

/** Newest first. */
export async function recentBatches({ journal, knowledge }: Stores, limit: number): Promise<readonly Batch[]> {
  const { last } = await journal.actCounts();
  const acts = await journal.acts(Math.max(0, last - LOOKED_AT), LOOKED_AT);
  const reverted = new Set(acts.flatMap(revertedBy));
  const batches: Batch[] = [];
  for (const act of acts.toReversed()) {
    if (batches.length >= limit) break;
    if (!isRevertable(act)) continue;
    const removal = removalOf(act);
    if (removal !== undefined) {
      batches.push(await removalBatch(removal, knowledge));
      continue;
    }
    const { learnings, actions, files } = await knowledge.changesOf([act.id]);
    if (learnings.length + actions.length + files.length === 0) continue;
    const by = act.kind === 'curation' ? act.curator : 'you';
    const made = learnings.filter(isMaking).map(({ after }) => after);
    const isMade = new Set(made.map(({ id }) => id));
    batches.push({
      act: act.id,
      ts: act.ts,
      workspace: act.workspace,
      by,
      added: made.map(({ content }) => content),
      changed: [
        ...new Set(learnings.filter(({ learningId }) => !isMade.has(learningId)).map(({ after }) => after.content)),
      ],
      actions: actions.length,
      files: [...new Set(files.map(({ name }) => name))],
      undone: reverted.has(act.id),
    });
  }
  return batches;
}

/** As far as the last acts tell. */
export async function wasUndone({ journal, knowledge }: Stores, act: StoredAct): Promise<boolean> {
  const removal = removalOf(act);
  if (removal !== undefined) return (await removalBatch(removal, knowledge)).undone;
  const { last } = await journal.actCounts();
  const acts = await journal.acts(Math.max(act.seq, last - LOOKED_AT), LOOKED_AT);
  return acts.some((later) => revertedBy(later).includes(act.id));
}

/** Throws `not-found` when there is nothing to take back. */
export async function undoing(stores: Stores, target: UndoTarget): Promise<Undoing> {
  if (target.kind === 'act') return undoingAct(stores, target.id);
  if (target.kind === 'source') return undoingSource(stores, target.source);
  const learning = await stores.knowledge.learning(target.id);
  if (learning?.validTo !== null) throw nothingToUndo('there is no such learning that still holds');
  return withdrawing([learning]);
}

async function undoingAct({ journal, knowledge }: Stores, id: ActId): Promise<Undoing> {
  const act = await journal.storedAct(id);
  if (act === undefined || !isRevertable(act)) throw nothingToUndo('there is no such batch');
  const removal = removalOf(act);
  if (removal !== undefined) return undoingRemoval(removal, knowledge);
  const changes = await knowledge.changesOf([id]);
  const made = new Map<LearningId, Learning>();
  const restored = new Map<LearningId, Learning>();
  for (const change of changes.learnings) {
    const { learningId } = change;
    const before = stateBefore(change);
    const now = await knowledge.learning(learningId);
    if (now === undefined) continue;
    if (isMaking(change)) made.set(learningId, now);
    else if (before === null) continue;
    else if (!made.has(learningId) && !restored.has(learningId)) restored.set(learningId, before);
  }
  const { actions, files, reviews } = changes;
  if (made.size + restored.size + actions.length + files.length + reviews.length === 0)
    throw nothingToUndo('nothing is known any more of what it changed');
  const learnings = [...made.values()];
  return {
    edits: [{ workspace: act.workspace, change: { kind: 'revert', acts: [id], learnings } }],
    withdrawn: learnings.filter(({ validTo }) => validTo === null),
    restored: [...restored.values()],
    files: [...new Set(files.map(({ name }) => name))],
  };
}

/** What it did is told by the act alone: nothing else is known of what is gone. */
type Removal = StoredAct & { readonly change: EditChange & { readonly kind: 'drop' | 'restore' } };

function removalOf(act: StoredAct): Removal | undefined {
  if (act.kind !== 'edit') return undefined;
  const { change } = act;
  return change.kind === 'drop' || change.kind === 'restore' ? { ...act, change } : undefined;
}

async function removalBatch({ id, ts, workspace, change }: Removal, knowledge: Knowledge): Promise<Batch> {
  const known = await Promise.all(change.learnings.map((learning) => knowledge.learning(learning.id)));
  const texts = change.learnings.map(({ content }) => content);
  const isDrop = change.kind === 'drop';
  const undone = known.every((learning) => (learning !== undefined) === isDrop);
  const told = { added: isDrop ? [] : texts, changed: isDrop ? texts : [], actions: 0, files: [] };
  return { act: id, ts, workspace, by: 'you', ...told, undone };
}

async function undoingRemoval({ workspace, change }: Removal, knowledge: Knowledge): Promise<Undoing> {
  const { learnings } = change;
  if (change.kind === 'drop')
    return {
      edits: [{ workspace, change: { ...change, kind: 'restore' } }],
      withdrawn: [],
      restored: learnings,
      files: [],
    };
  const dropping = { kind: 'drop', learnings, history: await heldHistory(knowledge, learnings) } as const;
  return { edits: [{ workspace, change: dropping }], withdrawn: learnings, restored: [], files: [] };
}

async function undoingSource({ journal, knowledge }: Stores, source: SourceName): Promise<Undoing> {
  const found = new Map<LearningId, Learning>();
  for (let after = 0; ; ) {
    const page = await journal.selectedRecords({ kind: 'source', source }, after, RECORDS_PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const ids: readonly RecordId[] = page.map(({ id }) => id);
    for (const learning of (await knowledge.restingOn(ids)).learnings)
      if (learning.validTo === null) found.set(learning.id, learning);
    after = last.seq;
  }
  if (found.size === 0) throw nothingToUndo('nothing that still holds was learned from there');
  return withdrawing([...found.values()]);
}

function withdrawing(learnings: readonly Learning[]): Undoing {
  const bySpace = Map.groupBy(learnings, ({ workspace }) => workspace);
  return {
    edits: [...bySpace].map(([workspace, own]) => ({
      workspace,
      change: { kind: 'revert', acts: [], learnings: own },
    })),
    withdrawn: learnings,
    restored: [],
    files: [],
  };
}

/** Whether something holds because of it; what came closed only keeps an old wording. */
function isMaking(change: LearningChange): boolean {
  return stateBefore(change) === null && change.after.supersededBy === null;
}

function isRevertable(act: StoredAct): boolean {
  if (act.kind !== 'edit') return act.kind === 'curation';
  return !['deploy', 'recurate', 'ask', 'erased'].includes(act.change.kind);
}

function revertedBy(act: StoredAct): readonly ActId[] {
  return act.kind === 'edit' && act.change.kind === 'revert' ? act.change.acts : [];
}

function nothingToUndo(message: string): CarryoverError {
  return new CarryoverError(message, { code: 'not-found', hint: '`carryover undo` lists what can be taken back' });
}

/** What a person says about memory itself, made into edits. */
import { rememberedLearning } from '../curator/remembered-learning.ts';
import { recentBatches, type Undoing, type UndoTarget, undoing } from '../curator/undo.ts';
import type { ActSummary, Marks, RememberWish, TrustApi } from '../http/trust-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EditChange } from '../memory/act.ts';
import { type LearningId, newId, type SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { RecordMark } from '../memory/scope-state.ts';
import type { Clock } from '../platform/clock.ts';
import { actSummary } from './act-summary.ts';

/** Of what is known that says the same as what was just asked to be kept. */
const LIKE_IT = 10;

export interface UndoServiceOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  clean(text: string): string;
  edit(workspace: SpaceId | null, change: EditChange): Promise<unknown>;
}

export class UndoService implements TrustApi {
  readonly #options: UndoServiceOptions;

  constructor(options: UndoServiceOptions) {
    this.#options = options;
  }

  async remember({ content, workspace, sensitive }: RememberWish): Promise<Learning> {
    const { knowledge, clock, clean, edit } = this.#options;
    const words = clean(content).replace(/\s+/g, ' ').trim();
    const ts = clock.now();
    const learning = rememberedLearning(ts, { id: newId<LearningId>(ts), workspace, content: words, sensitive });
    await edit(workspace, { kind: 'remember', learning });
    const kept = await knowledge.learning(learning.id);
    if (kept !== undefined) return kept;
    // Said before: the one that was there has been confirmed.
    const hits = await knowledge.searchLearnings({ text: words, workspace, limit: LIKE_IT });
    return hits.map((hit) => hit.learning).find(({ confirmedAt }) => confirmedAt >= ts) ?? learning;
  }

  async markLearning(learning: Learning, marks: Marks): Promise<Learning> {
    const { knowledge, edit } = this.#options;
    const target = { kind: 'learning', id: learning.id } as const;
    await edit(learning.workspace, { kind: 'mark', target, learning, ...marks });
    return (await knowledge.learning(learning.id)) ?? learning;
  }

  async markRecord({ id, workspace }: StoredRecord, marks: Marks): Promise<RecordMark> {
    const { knowledge, edit } = this.#options;
    await edit(workspace, { kind: 'mark', target: { kind: 'record', id }, learning: null, ...marks });
    const none = { id, workspace, pinned: false, sensitive: false };
    return (await knowledge.recordMarks([id])).get(id) ?? none;
  }

  async batches(limit: number): Promise<readonly ActSummary[]> {
    const batches = await recentBatches(this.#options, limit);
    return Promise.all(batches.map((batch) => actSummary(batch, this.#options)));
  }

  async undo(target: UndoTarget, confirm: boolean): Promise<Undoing> {
    const taken = await undoing(this.#options, target);
    if (confirm) for (const { workspace, change } of taken.edits) await this.#options.edit(workspace, change);
    return taken;
  }
}

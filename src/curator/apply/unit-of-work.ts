/**
 * The state an act is applied to: knowledge as it is, under the changes the act has made so far. Reads see both, so the
 * second of two equal lessons in one answer meets the first.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Journal } from '../../journal/journal.ts';
import type { InjectionFilter } from '../../journal/sqlite/injections.ts';
import type { KnowledgeChange } from '../../knowledge/commit.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { LearningHit, LearningSearch } from '../../knowledge/read-learnings.ts';
import type { StoredAct, TurnRef } from '../../memory/act.ts';
import type { ActionStatus, PendingAction } from '../../memory/action.ts';
import type { ActionId, LearningId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { Learning, LearningCause, LearningChange } from '../../memory/learning.ts';
import type { FileVersion, MemoryFileRef } from '../../memory/memory-file.ts';
import { type Caller, permission } from '../../memory/permission.ts';
import type { Review } from '../../memory/review.ts';
import type { RecordMark } from '../../memory/scope-state.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
import type { KnownStatements } from './known-statements.ts';

export type Outcomes = ReadonlyMap<string, readonly string[]>;
export const KEPT = 'kept';

/** Actions of a space that are compared with a new one. */
const MOST_ACTIONS = 200;

interface DraftStores {
  readonly knowledge: Knowledge;
  readonly journal: Pick<Journal, 'lastInjection'>;
  readonly known: KnownStatements;
}

export class Draft {
  readonly act: StoredAct;
  readonly #knowledge: Knowledge;
  readonly #known: KnownStatements;
  readonly #journal: DraftStores['journal'];
  readonly #breather = new Breather(systemClock);
  readonly #changes: LearningChange[] = [];
  readonly #learnings = new Map<LearningId, Learning>();
  readonly #actions = new Map<ActionId, PendingAction>();
  readonly #files = new Map<string, FileVersion>();
  readonly #passed = new Map<string, readonly FileVersion[]>();
  readonly #removed = new Map<LearningId, Learning>();
  readonly #saidIn = new Map<LearningId, readonly TurnId[]>();
  readonly #reviews: Review[] = [];
  readonly #recordMarks: RecordMark[] = [];
  readonly #dropped = new Map<string, number>();
  readonly #outcomes = new Map<string, string[]>();
  #settling: string | undefined;
  #newest: Promise<readonly Learning[]> | undefined;
  curated: readonly TurnRef[] = [];
  /** Whose turns are read: an act sees and changes what the matrix lets them. */
  caller: Caller = { kind: 'session' };

  constructor(act: StoredAct, { knowledge, journal, known }: DraftStores) {
    this.act = act;
    this.#knowledge = knowledge;
    this.#journal = journal;
    this.#known = known;
  }

  get knowledge(): Knowledge {
    return this.#knowledge;
  }

  /** Learnings this act made or changed, as they are now. */
  get touched(): readonly Learning[] {
    return [...this.#learnings.values()];
  }

  get removed(): readonly Learning[] {
    return [...this.#removed.values()];
  }

  get touchedActions(): readonly PendingAction[] {
    return [...this.#actions.values()];
  }

  async learning(id: LearningId): Promise<Learning | undefined> {
    if (this.#removed.has(id)) return undefined;
    return this.#learnings.get(id) ?? (await this.#knowledge.learning(id));
  }

  async wasGiven(given: Required<Pick<InjectionFilter, 'sessionId' | 'item' | 'until'>>): Promise<boolean> {
    return (await this.#journal.lastInjection(given)) !== undefined;
  }

  /** Of what was known before the act. An act may search for every line of a file: others get their turn in between. */
  async searchLearnings(search: LearningSearch): Promise<readonly LearningHit[]> {
    await this.#breather.breathe();
    return (await this.#knowledge.searchLearnings(search)).filter(({ learning }) => this.sees(learning));
  }

  /** Those that hold and may have something to do with a statement, of a space and the user scope, as they were before the act. */
  async near(text: string, workspace: SpaceId | null, limit: number): Promise<readonly Learning[]> {
    await this.#breather.breathe();
    const near = await this.#known.near(text, workspace, limit);
    return near.filter((learning) => this.sees(learning));
  }

  /** Of the act's space, as they were before it. Read once. */
  newestLearnings(limit: number): Promise<readonly Learning[]> {
    this.#newest ??= this.#knowledge.learnings({ workspace: this.act.workspace, limit });
    return this.#newest;
  }

  sees({ scope }: Learning): boolean {
    return permission(this.caller, 'read', scope) === 'yes';
  }

  /** Closing, linking and confirming change a learning; adding another beside it does not. */
  mayChange({ scope }: Learning): boolean {
    return permission(this.caller, 'write', scope) === 'yes';
  }

  /**
   * POI-1: what a curator answered and no record says is not learned; a line that left a file was learned before, and so was
   * a former wording, which comes closed.
   */
  put(after: Learning, cause: LearningCause, before: Learning | null): void {
    const isOld = before !== null || after.validTo !== null;
    const isFounded = isOld || after.evidence.length > 0 || after.tags.includes('from-file');
    if (this.act.kind === 'curation' && !isFounded) {
      this.drop('no-evidence');
      return;
    }
    this.#changes.push({ learningId: after.id, ts: this.act.ts, cause, before, after });
    this.#note(KEPT);
    this.#learnings.set(after.id, after);
  }

  /** What became of a learning until it was removed, oldest first: it is known again as it was then. */
  putBack(history: readonly LearningChange[]): void {
    this.#changes.push(...history);
    for (const { learningId, after } of history) this.#learnings.set(learningId, after);
  }

  /** It is known no more, and neither is that it ever was. */
  remove(learning: Learning, saidIn: readonly TurnId[] = []): void {
    this.#removed.set(learning.id, learning);
    this.#saidIn.set(learning.id, saidIn);
    this.#learnings.delete(learning.id);
  }

  putAction(action: PendingAction): void {
    this.#actions.set(action.id, action);
    this.#note(KEPT);
  }

  async action(id: ActionId): Promise<PendingAction | undefined> {
    return this.#actions.get(id) ?? (await this.#knowledge.action(id));
  }

  openActions(workspace: SpaceId | null): Promise<readonly PendingAction[]> {
    return this.#actionsOf(workspace, ['pending']);
  }

  closedActions(workspace: SpaceId | null): Promise<readonly PendingAction[]> {
    return this.#actionsOf(workspace, ['completed', 'dismissed']);
  }

  async #actionsOf(workspace: SpaceId | null, statuses: readonly ActionStatus[]): Promise<readonly PendingAction[]> {
    const stored = await this.#knowledge.actions({ workspace, statuses, limit: MOST_ACTIONS });
    const merged = new Map(stored.map((action) => [action.id, action]));
    for (const [id, action] of this.#actions) merged.set(id, action);
    return [...merged.values()].filter(({ status }) => statuses.includes(status));
  }

  async file(ref: MemoryFileRef): Promise<FileVersion | undefined> {
    return this.#files.get(keyOf(ref)) ?? this.#passed.get(keyOf(ref))?.at(-1) ?? (await this.#knowledge.file(ref));
  }

  /** The next version of a file, unless it says what the newest says. What the person wrote in this act is one before it. */
  async putFile(ref: MemoryFileRef, next: Pick<FileVersion, 'content' | 'author' | 'humanLines'>): Promise<void> {
    if (this.#files.get(keyOf(ref))?.author === 'human' && next.author !== 'human') this.#pass(ref);
    const newest = this.#passed.get(keyOf(ref))?.at(-1) ?? (await this.#knowledge.file(ref));
    this.#files.delete(keyOf(ref));
    if ((newest?.content ?? '') === next.content) return;
    this.#files.set(keyOf(ref), {
      name: ref.name,
      workspace: ref.workspace,
      ...this.#next(newest?.version ?? 0),
      ...next,
    });
  }

  #next(version: number): Pick<FileVersion, 'version' | 'ts' | 'actId'> {
    return { version: version + 1, ts: this.act.ts, actId: this.act.id };
  }

  /** A version that another follows at once: what stood on disk is known as such, whatever became of it. */
  async passFile(ref: MemoryFileRef, next: Parameters<Draft['putFile']>[1]): Promise<void> {
    await this.putFile(ref, next);
    this.#pass(ref);
  }

  #pass(ref: MemoryFileRef): void {
    const passed = this.#files.get(keyOf(ref));
    if (passed === undefined) return;
    this.#files.delete(keyOf(ref));
    this.#passed.set(keyOf(ref), [...(this.#passed.get(keyOf(ref)) ?? []), passed]);
  }

  /** The newest version with other lines that no curator may take away. */
  async claimLines(ref: MemoryFileRef, humanLines: readonly string[]): Promise<void> {
    const newest = await this.file(ref);
    if (newest === undefined || isDeepStrictEqual(newest.humanLines, humanLines)) return;
    const { version, ts, actId } = newest;
    const own = this.#files.has(keyOf(ref)) ? { version, ts, actId } : this.#next(newest.version);
    this.#files.set(keyOf(ref), { ...newest, ...own, humanLines });
  }

  markRecord(mark: RecordMark): void {
    this.#recordMarks.push(mark);
  }

  /** What this act has put up for a person. */
  get heldReviews(): readonly Review[] {
    return this.#reviews;
  }

  hold(review: Review): void {
    this.#reviews.push(review);
    this.#note(`held: ${review.reason}`);
  }

  drop(reason: string): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
    if (reason !== 'held') this.#note(reason);
  }

  /** What is kept, held or dropped from here on is this item of an answer, in the words it was answered in. */
  settling(item: string | undefined): void {
    this.#settling = item;
    if (item !== undefined && !this.#outcomes.has(item)) this.#outcomes.set(item, []);
  }

  /** What became of each item: `kept`, `held: ` and why, or why it was dropped. An item without any would have vanished. */
  get outcomes(): Outcomes {
    return this.#outcomes;
  }

  #note(outcome: string): void {
    if (this.#settling !== undefined) this.#outcomes.get(this.#settling)?.push(outcome);
  }

  change(): KnowledgeChange {
    return {
      actSeq: this.act.seq,
      actId: this.act.id,
      learnings: this.#changes,
      ...(this.#removed.size === 0 ? {} : { removed: this.removed, saidIn: this.#saidIn }),
      actions: this.touchedActions,
      files: [...this.#passed.values()].flat().concat(...this.#files.values()),
      reviews: this.#reviews,
      recordMarks: this.#recordMarks,
      curated: this.curated,
      dropped: Object.fromEntries(this.#dropped),
    };
  }
}

function keyOf({ workspace, name }: MemoryFileRef): string {
  return `${workspace ?? ''}/${name}`;
}

/**
 * Keeps knowledge in step with the journal: an act is journalled first, then every act that was not applied yet is
 * applied, in order, each in one commit. A crash between the two is made good by the next call; nothing is applied twice.
 *
 * A checkpoint holds all that was known in its scopes: it takes the place of what is there, and acts of those scopes
 * before it are void; only that their turns were curated still counts.
 * Limit: an act of a scope without a checkpoint is replayed beside a user scope that is empty until its checkpoint.
 */
import type { Journal } from '../journal/journal.ts';
import type { KnowledgeChange } from '../knowledge/commit.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import {
  type Act,
  type Checkpoint,
  IMPORT_CURATOR,
  MARKER_CURATOR,
  type StoredAct,
  type TurnRef,
} from '../memory/act.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import { placesOfChanges } from '../memory/scope-state.ts';
import { faultPoint } from '../platform/fault-point.ts';
import { KnownStatements } from './apply/known-statements.ts';
import type { OriginStores } from './apply/origin-check.ts';
import { planAct } from './apply/plan-act.ts';
import { RecentOutcomes } from './apply/recent-outcomes.ts';
import type { Outcomes } from './apply/unit-of-work.ts';
import { OneAtATime } from './mutex.ts';

/** Acts read in one go while catching up. */
const PAGE = 100;
const OF_NO_CURATOR: ReadonlySet<string> = new Set([IMPORT_CURATOR, MARKER_CURATOR]);

export interface ProjectorOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  /** It is filled from nothing, beside one that serves until then. */
  readonly isFresh?: boolean;
  /** After each act that was applied, and when knowledge was made anew. */
  onApplied?(): void;
  /** What became of each item of an answer, for whoever measures that. */
  onPlanned?(outcomes: Outcomes): void;
}

export class Projector {
  readonly #options: ProjectorOptions;
  readonly #outcomes = new RecentOutcomes();
  readonly #known: KnownStatements;
  readonly #turn = new OneAtATime();

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#known = new KnownStatements(options.knowledge);
  }

  /** Resolves when the act is journalled and applied. */
  record(act: Act): Promise<void> {
    return this.#turn.run(() => this.#keep(act));
  }

  /** The same for an act that is made from all that is known: nothing comes between looking and keeping it. */
  recordFrom(make: () => Promise<Act>): Promise<void> {
    return this.#turn.run(async () => {
      await this.#applyMissing();
      await this.#keep(await make());
    });
  }

  async #keep(act: Act): Promise<void> {
    await this.#options.journal.act(act);
    faultPoint('after-act');
    await this.#applyMissing();
    faultPoint('after-commit');
  }

  /** Those that hold and may have something to do with what is said; see known-statements.ts. */
  near(text: string, workspace: SpaceId | null, limit: number): Promise<readonly Learning[]> {
    return this.#known.near(text, workspace, limit);
  }

  /** Applies what is missing; `onProgress` gets the place reached and the last one. */
  catchUp(onProgress?: (done: number, last: number) => void): Promise<void> {
    return this.#turn.run(() => this.#applyMissing(onProgress));
  }

  /** Runs work while nothing is applied; it may put another store in the place of this one. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await this.#turn.run(work);
    this.#known.forget();
    this.#options.onApplied?.();
    return result;
  }

  async #applyMissing(onProgress?: (done: number, last: number) => void): Promise<void> {
    const { journal, knowledge } = this.#options;
    const last = onProgress === undefined ? 0 : (await journal.actCounts()).last;
    const began = await knowledge.appliedThrough();
    let applied = began;
    for (;;) {
      const acts = await journal.acts(applied, PAGE);
      if (acts.length === 0) return;
      const replay = { anew: await journal.lastRecurate(), checkpoints: await journal.checkpoints() };
      for (const act of acts) {
        // A store that serves misses no act when the next one comes: one that does was lost, and is filled again.
        const isFresh = this.#options.isFresh === true || applied > began;
        const change = await this.#changeOf(act, { ...replay, isFresh });
        await knowledge.commit(change, applied);
        this.#known.follow(change);
        applied = act.seq;
        this.#options.onApplied?.();
        onProgress?.(applied, Math.max(last, applied));
      }
      if (acts.length < PAGE) return;
    }
  }

  /** A void act still takes its place in the order. */
  async #changeOf(act: StoredAct, { anew, checkpoints, isFresh }: Replay): Promise<KnowledgeChange> {
    // What was forgotten, or is past its time, is not compared with any more.
    if (act.kind === 'checkpoint') this.#outcomes.forget();
    if (act.kind === 'checkpoint') return { ...nothing(act), replaces: stateOf(act, checkpoints) };
    // What a person imported, or code read, is nothing a curator could read better.
    if (act.kind === 'curation' && act.seq < anew && !OF_NO_CURATOR.has(act.curator)) return nothing(act);
    // The files of a store that serves are as they should be until the fresh one takes its place.
    if (isRecurate(act)) return isFresh ? planAct(act, this.#stores) : nothing(act);
    if (act.seq < (checkpoints.get(act.workspace) ?? 0)) return { ...nothing(act), curated: curatedBy(act) };
    return planAct(act, this.#stores, this.#options.onPlanned);
  }

  get #stores(): OriginStores {
    const { journal, knowledge } = this.#options;
    return { journal, knowledge, outcomes: this.#outcomes, known: this.#known };
  }
}

/** What the acts after it say about the acts before, and whether the store holds what those did. */
interface Replay {
  readonly isFresh: boolean;
  /** The place of the newest act that has everything curated anew. */
  readonly anew: number;
  /** The place of the newest checkpoint of each scope. */
  readonly checkpoints: ReadonlyMap<SpaceId | null, number>;
}

function nothing({ seq }: StoredAct): KnowledgeChange {
  return { actSeq: seq, learnings: [], actions: [], files: [], reviews: [], curated: [], dropped: {} };
}

function curatedBy(act: StoredAct): readonly TurnRef[] {
  return act.kind === 'curation' && act.curator !== MARKER_CURATOR ? act.turns : [];
}

/** Never void: it tells what stood on disk in every space, also where no checkpoint is. */
function isRecurate(act: Exclude<StoredAct, Checkpoint>): boolean {
  return act.kind === 'edit' && act.change.kind === 'recurate';
}

/** What a newer checkpoint holds of its scopes is left to that one. */
function stateOf(
  { seq, scopes, state }: Checkpoint & { readonly seq: number },
  newest: Replay['checkpoints'],
): NonNullable<KnowledgeChange['replaces']> {
  const own = scopes.filter((scope) => (newest.get(scope) ?? seq) <= seq);
  const isOwn = ({ workspace }: { readonly workspace: SpaceId | null }) => own.includes(workspace);
  const placeOf = placesOfChanges(state);
  return {
    scopes: own,
    state: {
      learnings: state.learnings.filter(isOwn),
      history: state.history.filter((change) => own.includes(placeOf(change))),
      actions: state.actions.filter(isOwn),
      reviews: state.reviews.filter(isOwn),
      files: state.files.filter(isOwn),
      recordMarks: state.recordMarks.filter(isOwn),
      ...(state.dropped === undefined ? {} : { dropped: state.dropped.filter(isOwn) }),
    },
  };
}

/**
 * Keeps knowledge in step with the journal: an act is journalled first, then every act that was not applied yet is
 * applied, in order, each in one commit. A crash between the two is made good by the next call; nothing is applied twice.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge, KnowledgeChange } from '../knowledge/knowledge.ts';
import type { Act } from '../memory/act.ts';
import { faultPoint } from '../platform/fault-point.ts';
import { planAct } from './apply/plan-act.ts';
import { OneAtATime } from './one-at-a-time.ts';

/** Acts read in one go while catching up. */
const PAGE = 100;

export interface ProjectorOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  /** After each act that was applied, and when knowledge was made anew. */
  onApplied?(): void;
}

export class Projector {
  readonly #options: ProjectorOptions;
  readonly #turn = new OneAtATime();

  constructor(options: ProjectorOptions) {
    this.#options = options;
  }

  /** Resolves when the act is journalled and applied. */
  async record(act: Act): Promise<void> {
    await this.#options.journal.act(act);
    faultPoint('after-act');
    await this.catchUp();
    faultPoint('after-commit');
  }

  /** Applies what is missing; `onProgress` gets the place reached and the last one. */
  catchUp(onProgress?: (done: number, last: number) => void): Promise<void> {
    return this.#turn.run(() => this.#applyMissing(onProgress));
  }

  /** Runs work while nothing is applied; it may put another store in the place of this one. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await this.#turn.run(work);
    this.#options.onApplied?.();
    return result;
  }

  async #applyMissing(onProgress?: (done: number, last: number) => void): Promise<void> {
    const { journal, knowledge } = this.#options;
    const last = onProgress === undefined ? 0 : (await journal.actCounts()).last;
    let applied = await knowledge.appliedThrough();
    const anew = await journal.lastRecurate();
    for (;;) {
      const acts = await journal.acts(applied, PAGE);
      for (const act of acts) {
        const isVoid = act.seq < anew && act.kind === 'curation';
        await knowledge.commit(isVoid ? nothing(act.seq) : await planAct(act, this.#options), applied);
        applied = act.seq;
        this.#options.onApplied?.();
        onProgress?.(applied, Math.max(last, applied));
      }
      if (acts.length < PAGE) return;
    }
  }
}

/** A curation that a later act has made void still takes its place in the order. */
function nothing(actSeq: number): KnowledgeChange {
  return { actSeq, learnings: [], actions: [], files: [], reviews: [], curated: [], dropped: {} };
}

/**
 * What the doors may have done to knowledge and files. Whatever a person does is journalled as an edit, applied, and
 * then the disk follows. Before a file is shown or undone, what people changed on disk is taken over.
 */
import { closeHandedIn } from '../capture/api-turns.ts';
import { reviewDecision } from '../curator/decisions.ts';
import { type RebuildProgress, rebuild, recurate } from '../curator/rebuild.ts';
import type { Chosen, CurationProgress, SchedulerState } from '../curator/scheduler.ts';
import { type SpendReport, spendReport } from '../curator/spend/spend-report.ts';
import type { Deployment } from '../files/deployment.ts';
import { normalText } from '../files/file-text.ts';
import { fileSpec, refsOf } from '../files/manifest.ts';
import type {
  CurationApi,
  CurationEnd,
  EditedFile,
  FileEdit,
  InsteadOfHeld,
  PlacedFile,
  RebuildEnd,
} from '../http/curation-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenTurn } from '../journal/sqlite/reads.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { QueueSummary } from '../knowledge/queue.ts';
import type { EditChange } from '../memory/act.ts';
import type { ActionStatus, PendingAction } from '../memory/action.ts';
import { CarryoverError } from '../memory/error.ts';
import { type ActId, type ActionId, newId, type ReviewId, type SpaceId } from '../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import { isQuestion, type Review, type ReviewAnswer } from '../memory/review.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import { cleanDeployment } from './clean-deployment.ts';
import type { Curation } from './curation.ts';
import { MemoriesService } from './memories.ts';
import { reviewInstead } from './review-instead.ts';
import { UndoService } from './undo-service.ts';

export interface ReviewServiceOptions {
  readonly curation: Curation;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  readonly config: Pick<LiveConfig, 'current'>;
  clean(text: string): string;
}

export class ReviewService implements CurationApi {
  readonly trust: UndoService;
  readonly memories: MemoriesService;
  readonly #options: ReviewServiceOptions;
  #isRebuilding = false;

  constructor(options: ReviewServiceOptions) {
    this.#options = options;
    // What it is about may stand in files of several spaces.
    const edit = (workspace: SpaceId | null, change: EditChange) => this.#edit(workspace, change, 'every file');
    this.trust = new UndoService({ ...options, edit });
    this.memories = new MemoriesService({ ...options, edit });
  }

  async files(workspace?: SpaceId | null): Promise<readonly PlacedFile[]> {
    const { knowledge } = this.#options;
    await this.#settle(workspace);
    const files = workspace === undefined ? await knowledge.files() : await this.#newest(workspace);
    return Promise.all(files.map((file) => this.#placed(file)));
  }

  /** Of a space and of the home, in the order in which all are given. */
  async #newest(workspace: SpaceId | null): Promise<readonly FileVersion[]> {
    const { knowledge, config } = this.#options;
    const refs = refsOf(config.current['files.preset'], workspace).toSorted((a, b) =>
      a.workspace === b.workspace ? (a.name < b.name ? -1 : 1) : a.workspace === null ? -1 : 1,
    );
    return (await Promise.all(refs.map((ref) => knowledge.file(ref)))).filter((file) => file !== undefined);
  }

  async file(ref: MemoryFileRef, version?: number): Promise<PlacedFile> {
    const { knowledge } = this.#options;
    await this.#settle(ref.workspace);
    const file = version === undefined ? await knowledge.file(ref) : await knowledge.fileVersion(ref, version);
    return this.#placed(file ?? missing(ref, version));
  }

  async fileHistory(ref: MemoryFileRef, limit: number): Promise<readonly FileVersion[]> {
    const { knowledge } = this.#options;
    await this.#settle(ref.workspace);
    const versions = await knowledge.fileVersions(ref, limit);
    return versions.length === 0 ? missing(ref) : versions;
  }

  async undo(ref: MemoryFileRef, version?: number): Promise<PlacedFile> {
    if (fileSpec(ref.name).owner === 'deploy') throw locked(ref);
    const newest = await this.file(ref);
    const wanted = version ?? newest.file.version - 1;
    const { content } = (await this.#options.knowledge.fileVersion(ref, wanted)) ?? missing(ref, wanted);
    const before = newest.file.content;
    await this.#edit(ref.workspace, { kind: 'undo', file: ref, version: wanted, before, content });
    return this.file(ref);
  }

  async edit(ref: MemoryFileRef, { content, base }: FileEdit): Promise<EditedFile> {
    if (fileSpec(ref.name).owner === 'deploy') throw locked(ref);
    const { knowledge, clean } = this.#options;
    await this.#settle(ref.workspace);
    const newest = await knowledge.file(ref);
    const started = base === 0 ? undefined : ((await knowledge.fileVersion(ref, base)) ?? missing(ref, base));
    const before = started?.content ?? '';
    const wanted = normalText(clean(content));
    const previous = newest?.version ?? 0;
    if (wanted !== before) await this.#edit(ref.workspace, { kind: 'file', file: ref, before, content: wanted });
    return { ...(await this.file(ref)), previous, merged: previous !== base && wanted !== before };
  }

  async deploy(deployment: Deployment): Promise<{ readonly release: string; readonly files: readonly PlacedFile[] }> {
    const { release, files } = cleanDeployment(deployment, this.#options.clean);
    if (!(await this.#isDeployed({ release, files }))) await this.#edit(null, { kind: 'deploy', release, files });
    const deployed: readonly string[] = files.map(({ name }) => name);
    return { release, files: (await this.files(null)).filter(({ file }) => deployed.includes(file.name)) };
  }

  /** The same release with the same files is no news (B-004): whoever deploys at every start leaves one act. */
  async #isDeployed({ release, files }: Deployment): Promise<boolean> {
    const { journal, knowledge } = this.#options;
    if ((await journal.lastRelease()) !== release) return false;
    for (const { name, content } of files)
      if ((await knowledge.file({ name, workspace: null }))?.content !== content) return false;
    return true;
  }

  async setAction(id: ActionId, status: ActionStatus): Promise<PendingAction> {
    const { knowledge } = this.#options;
    const action = (await knowledge.action(id)) ?? unknown('action');
    await this.#edit(action.workspace, { kind: 'action', action, status });
    return (await knowledge.action(id)) ?? unknown('action');
  }

  async decide(id: ReviewId, decision: ReviewAnswer, instead: InsteadOfHeld = {}): Promise<Review> {
    const { knowledge, clean } = this.#options;
    const review = (await knowledge.review(id)) ?? unknown('review');
    const { status } = review;
    if (status !== 'waiting') {
      throw new CarryoverError(`this review was ${status} before`, {
        code: 'already-decided',
        subject: id,
        hint: 'a file is put back with `carryover files undo`',
      });
    }
    if (isQuestion(review) ? instead.content !== undefined : decision === 'both') throw notAsked(isQuestion(review));
    const decided = decision === 'accepted' ? await reviewInstead(review, instead, clean) : review;
    const { held, workspace } = decided;
    // What is moved is of the project it comes to; its line goes from one file to another.
    const moves = held.kind === 'learning' ? (held.movesTo ?? undefined) : undefined;
    const change = await reviewDecision(knowledge, decided, decision);
    await this.#edit(moves ?? workspace, change, moves === undefined ? undefined : 'every file');
    return (await knowledge.review(id)) ?? unknown('review');
  }

  async reopen(id: ReviewId): Promise<Review> {
    const { knowledge, journal } = this.#options;
    const review = (await knowledge.review(id)) ?? unknown('review');
    const last = review.status === 'waiting' ? undefined : await knowledge.lastActOn(id);
    const act = last === undefined ? undefined : await journal.storedAct(last);
    if (act?.kind !== 'edit' || act.change.kind !== 'review') {
      throw new CarryoverError('there is no decision that could be taken back', {
        code: 'not-decided',
        subject: id,
        hint:
          review.status === 'waiting' ? 'it waits already' : 'what it changed can be set right in Memories and Files',
      });
    }
    await this.trust.undo({ kind: 'act', id: act.id }, true);
    return (await knowledge.review(id)) ?? unknown('review');
  }

  async curate(onProgress: (progress: CurationProgress) => void, only: Chosen = {}): Promise<CurationEnd> {
    const { curation, config, journal, clock } = this.#options;
    await curation.ready();
    const { workspace, sessionId } = only;
    const isMeant = (turn: OpenTurn) => workspace === undefined || turn.workspace === workspace;
    const own = sessionId === undefined ? {} : { sessionId };
    await closeHandedIn(journal, { isMeant, ...own, reason: 'idle', now: clock.now() });
    const run = await curation.scheduler.curateNow(onProgress, only);
    const fallback = curation.fallback ?? null;
    return { ...run, curator: fallback === null ? curatorName(config.current) : 'rules', fallback };
  }

  askForEvaluation(question: Parameters<Curation['askForEvaluation']>[0]): ReturnType<Curation['askForEvaluation']> {
    return this.#options.curation.askForEvaluation(question);
  }

  retry(): Promise<number> {
    return this.#options.curation.scheduler.retryParked();
  }

  async queue(): Promise<QueueSummary> {
    const { curation, knowledge } = this.#options;
    await curation.scheduler.feed();
    return knowledge.queue.summary();
  }

  async rebuild(anew: boolean, onProgress: RebuildProgress): Promise<RebuildEnd> {
    if (this.#isRebuilding) {
      throw new CarryoverError('a rebuild is under way', { code: 'busy', hint: 'wait until it has finished' });
    }
    this.#isRebuilding = true;
    try {
      const { curation, journal, knowledge, clock } = this.#options;
      const { projector, scheduler, keeper } = curation;
      onProgress(0, (await journal.actCounts()).last);
      // One that an earlier daemon left unfinished comes first.
      await curation.ready();
      const parts = { journal, knowledge, projector, scheduler, keeper, clock };
      await (anew ? recurate : rebuild)(parts, onProgress);
      const { learnings } = await knowledge.counts();
      return {
        acts: (await journal.actCounts()).total,
        learnings: Object.values(learnings).reduce((sum, count) => sum + count, 0),
        files: (await knowledge.files()).length,
      };
    } finally {
      this.#isRebuilding = false;
    }
  }

  schedulerState(): SchedulerState {
    return this.#options.curation.scheduler.state;
  }

  spend(): Promise<SpendReport> {
    const { journal, config, clock } = this.#options;
    return spendReport(journal, config.current, clock.now());
  }

  async #edit(workspace: SpaceId | null, change: EditChange, settled?: 'every file'): Promise<ActId> {
    const { curation, clock } = this.#options;
    const ts = clock.now();
    const id = newId<ActId>(ts);
    await curation.projector.record({ kind: 'edit', id, ts, workspace, change });
    await this.#settle(settled === undefined ? workspace : undefined);
    return id;
  }

  /** Every file there is unless a space is given. */
  async #settle(workspace: SpaceId | null | undefined): Promise<void> {
    const { curation } = this.#options;
    await curation.ready();
    await (workspace === undefined ? curation.keeper.settleAll() : curation.keeper.settle(workspace));
  }

  async #placed(file: FileVersion): Promise<PlacedFile> {
    const { curation, journal } = this.#options;
    const space = file.workspace === null ? undefined : await journal.space(file.workspace);
    return { file, space: space?.name ?? null, path: await curation.pathOf(file) };
  }
}

function curatorName(config: Config): string {
  const { 'curator.provider': provider, 'curator.model': model } = config;
  return provider === 'rules' || model === '' ? provider : `${provider}/${model}`;
}

function missing({ name }: MemoryFileRef, version?: number): never {
  throw new CarryoverError(version === undefined ? `${name} is not there yet` : `${name} has no version ${version}`, {
    code: 'not-found',
    subject: name,
    hint:
      version === undefined
        ? 'it is written when there is something to keep in it'
        : `\`carryover files history ${name}\` lists its versions`,
  });
}

function locked({ name }: MemoryFileRef): CarryoverError {
  return new CarryoverError(`${name} is locked`, {
    code: 'locked-file',
    subject: name,
    hint: 'only `carryover deploy` changes it: deploy the release you want',
  });
}

function notAsked(isQuestion: boolean): CarryoverError {
  return isQuestion
    ? new CarryoverError('a question is answered, not edited', {
        code: 'invalid-input',
        hint: 'change one of the two memories instead',
      })
    : new CarryoverError('there is nothing to keep beside it', {
        code: 'invalid-input',
        hint: '`both` answers which of two statements holds',
      });
}

function unknown(what: string): never {
  throw new CarryoverError(`there is no such ${what}`, { code: 'not-found', hint: 'look at the list again' });
}

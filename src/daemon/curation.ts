/**
 * The curating half of the daemon: knowledge, memory files, the scheduler and whoever answers, wired together. It starts
 * behind the doors, so that no capture and no session waits for it.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH, type Model } from '../curator/answering.ts';
import { BatchRunner } from '../curator/batch.ts';
import { type FileReport, FileSync } from '../curator/file-sync.ts';
import { FolderLooks } from '../curator/folder-scans.ts';
import { createProvider } from '../curator/llm/create-provider.ts';
import type { Completion, Provider, Question } from '../curator/llm/provider.ts';
import { MarkerReader } from '../curator/markers.ts';
import { Projector, type ProjectorOptions } from '../curator/projector.ts';
import { rebuild } from '../curator/rebuild.ts';
import { isUrgent } from '../curator/rules/urgent.ts';
import { CurationScheduler } from '../curator/scheduler.ts';
import { askWhereItHolds } from '../curator/scope-questions.ts';
import { SpendLedger } from '../curator/spend/ledger.ts';
import { FileStore } from '../files/file-store.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { MemoryFileRef } from '../memory/memory-file.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { SpaceFolders } from './space-folders.ts';

export interface CurationOptions {
  readonly paths: HomePaths;
  readonly config: Pick<LiveConfig, 'current'>;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  readonly log: Log;
  clean(text: string): string;
  /** Something was learned, or knowledge was made anew. */
  onLearned?(): void;
  /** Asked in place of the model that was chosen, by whoever measures what becomes of answers. */
  readonly provider?: Provider | undefined;
  readonly onPlanned?: ProjectorOptions['onPlanned'];
}

/** Files are looked at this often for what people changed, besides at every session start and every batch. */
const LOOK_AT_FILES_MS = 30_000;
const SETTLE_PATIENCE_MS = 800;
const STOP_PATIENCE_MS = 2_000;
const START_AGAIN_MS = 60_000;
/** For sessions of the time in which no daemon ran; until they are known, a changed file waits for a person. */
const CATCH_UP_MS = 5_000;
/** What was found on disk is shown this long, and only the newest of it. */
const REPORTS_SHOWN_MS = 60 * 60_000;
const MOST_REPORTS = 50;

export class Curation {
  readonly projector: Projector;
  readonly keeper: FileSync;
  readonly folders: FolderLooks;
  readonly scheduler: CurationScheduler;
  readonly ledger: SpendLedger;
  readonly desk: FileStore;
  readonly #options: CurationOptions;
  readonly #folders: SpaceFolders;
  readonly #reports: (FileReport & { readonly at: number })[] = [];
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #fallback: string | undefined;
  #ready: Promise<void> = Promise.resolve();
  #isCaughtUp = true;

  constructor(options: CurationOptions) {
    this.#options = options;
    const { paths, config, journal, knowledge, clock, log, clean } = options;
    this.#folders = new SpaceFolders(paths.memory, journal);
    const { onPlanned } = options;
    this.projector = new Projector({
      journal,
      knowledge,
      onApplied: () => options.onLearned?.(),
      ...(onPlanned === undefined ? {} : { onPlanned }),
    });
    this.desk = new FileStore({ root: paths.memory, folderOf: (workspace) => this.#folders.folderOf(workspace) });
    this.keeper = new FileSync({
      desk: this.desk,
      knowledge,
      projector: this.projector,
      clock,
      preset: () => config.current['files.preset'],
      clean,
      learnFolder: (workspace) => this.#folders.learn(workspace),
      wasAgentActive: async (stretch) => !this.#isCaughtUp || journal.wasAgentActive(stretch),
      onReport: (report) => this.#report(report),
    });
    this.ledger = new SpendLedger({ journal, clock, settings: () => config.current });
    const settings = () => ({ match: config.current['lifecycle.match'], preset: config.current['files.preset'] });
    this.folders = new FolderLooks({
      journal,
      projector: this.projector,
      clock,
      preset: () => config.current['files.preset'],
      clean,
      mayLook: () => !this.isRestoring && config.current['curator.profile'] !== 'manual',
      onNews: (workspace) => this.keeper.settle(workspace),
      onError: (error) => log.warn('folder-not-looked-at', { message: messageOf(error) }),
    });
    const batches = new BatchRunner({
      journal,
      knowledge,
      projector: this.projector,
      keeper: this.keeper,
      folders: this.folders,
      clock,
      settings,
      model: () => {
        // Whatever kept the last batch from its model need not keep this one.
        this.#fallback = undefined;
        return this.#model();
      },
      clean,
      onFallback: (reason) => {
        this.#fallback = reason.message;
        log.warn('rules-curate-instead', { code: reason.code, message: reason.message });
      },
    });
    this.scheduler = new CurationScheduler({
      journal,
      knowledge,
      batches,
      markers: new MarkerReader({ journal, projector: this.projector, clock, settings }),
      clock,
      profile: () => (this.isRestoring ? 'paused' : config.current['curator.profile']),
      limits: () => config.current,
      owner: randomUUID(),
      isUrgent,
      onProblem: (problem) => log.warn('curation-waits', { code: problem.code, message: problem.message }),
    });
  }

  /** What was found on disk in the last hour, oldest first. */
  recentReports(now: number): readonly FileReport[] {
    return this.#reports.filter(({ at }) => now - at < REPORTS_SHOWN_MS);
  }

  /** What half a restore has put here was read before, and the acts that say so are yet to come: nothing is curated. */
  get isRestoring(): boolean {
    return existsSync(this.#options.paths.restoreNote);
  }

  /** Why rules answer although a model was chosen; undefined when they do not. */
  get fallback(): string | undefined {
    return this.#fallback;
  }

  /**
   * Applies what an earlier daemon left, then begins to look. `caughtUp` resolves when the journal knows of the sessions
   * that ran meanwhile: who changed a file in that time is judged by it.
   */
  start(caughtUp: Promise<unknown> = Promise.resolve()): void {
    this.#isCaughtUp = false;
    const known = caughtUp.then(() => {
      this.#isCaughtUp = true;
    });
    this.#ready = this.#begin(Promise.race([known, sleep(CATCH_UP_MS, undefined, { ref: false })])).catch(
      (error: unknown) => {
        this.#options.log.error('curation-not-started', { message: messageOf(error) });
        // Nothing is lost: turns wait in the journal, and the reason may be gone by then (a full disk, a busy file).
        setTimeout(() => this.start(known), START_AGAIN_MS).unref();
      },
    );
    clearInterval(this.#timer);
    // Not before everything is applied: until then a file may be newer than what is known, and nobody edited it.
    this.#timer = setInterval(() => void this.#ready.then(() => this.#settleAll()), LOOK_AT_FILES_MS).unref();
  }

  /** Resolves when what an earlier daemon left is applied: before that, a file on disk may be newer than what is known. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** What a session is given must hold what people changed a moment ago. */
  async settle(workspace: SpaceId | null, patienceMs = SETTLE_PATIENCE_MS): Promise<void> {
    const settled = this.#ready
      .then(() => this.keeper.settle(workspace))
      .catch((error: unknown) => this.#options.log.error('files-not-settled', { message: messageOf(error) }));
    // A session that starts while much is replayed, or while a disk hangs, gets what is there.
    await Promise.race([settled, sleep(patienceMs, undefined, { ref: false })]);
  }

  /** A session started there and has what it is given. */
  sessionStarted(workspace: SpaceId): void {
    void this.#ready.then(() => this.folders.soon(workspace));
  }

  /** Where the file is, or would be. */
  async pathOf(ref: MemoryFileRef): Promise<string> {
    await this.#folders.learn(ref.workspace);
    return this.desk.path(ref);
  }

  /** Of a space that is gone. */
  removeFolder(workspace: SpaceId): void {
    this.#folders.remove(workspace);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    const patience = sleep(STOP_PATIENCE_MS, false, { ref: false });
    const isReady = await Promise.race([this.#ready.then(() => true), patience]);
    const stopped = Promise.all([this.scheduler.stop(), this.folders.stop()]);
    // A long replay holds the scheduler, and goes on with the next start.
    if (isReady) await stopped;
  }

  async #begin(caughtUp: Promise<unknown>): Promise<void> {
    const { journal, knowledge, clock } = this.#options;
    const { projector, scheduler, keeper } = this;
    await caughtUp;
    if (await knowledge.isRebuildUnfinished())
      await rebuild({ journal, knowledge, projector, scheduler, keeper, clock }, () => undefined);
    else {
      await projector.catchUp();
      await this.#settleAll();
    }
    await askWhereItHolds({ journal, knowledge, projector, clock });
    scheduler.start();
  }

  async #settleAll(): Promise<void> {
    try {
      await this.keeper.settleAll();
    } catch (error) {
      this.#options.log.error('files-not-settled', { message: messageOf(error) });
    }
  }

  #report(report: FileReport): void {
    this.#options.log.info(report.event, { path: report.path, detail: report.detail });
    this.#reports.push({ ...report, at: this.#options.clock.now() });
    if (this.#reports.length > MOST_REPORTS) this.#reports.shift();
  }

  /** One question of an evaluation to the model that was chosen, within the caps of every call. Throws when there is none. */
  async askForEvaluation({ system, prompt }: Pick<Question, 'system' | 'prompt'>): Promise<Completion> {
    const model = this.#model();
    if (model === undefined) {
      throw new CarryoverError('no model is chosen, so there is none to evaluate', {
        code: 'no-model',
        hint: '`carryover config set curator.provider claude-cli` (or anthropic, openai) chooses one',
      });
    }
    const question = { system, prompt, ...BATCH, signal: this.#stopping.signal };
    return (await model.ledger.ask(model.provider, question, [], 'evaluate')).completion;
  }

  #model(): Model | undefined {
    const provider = this.#options.provider ?? createProvider(this.#options.config.current, process.env);
    return provider === undefined ? undefined : { provider, ledger: this.ledger };
  }
}

/**
 * The curating half of the daemon: knowledge, memory files, the scheduler and whoever answers, wired together. It starts
 * behind the doors, so that no capture and no session waits for it.
 */
import { randomUUID } from 'node:crypto';
import type { Model } from '../curator/answering.ts';
import { BatchRunner } from '../curator/batch.ts';
import { FileKeeper } from '../curator/file-keeper.ts';
import { createProvider } from '../curator/llm/create-provider.ts';
import { Projector } from '../curator/projector.ts';
import { rebuild } from '../curator/rebuild.ts';
import { isUrgent } from '../curator/rules/urgent.ts';
import { CurationScheduler } from '../curator/scheduler.ts';
import { SpendLedger } from '../curator/spend/ledger.ts';
import { FileDesk } from '../files/file-desk.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { messageOf } from '../memory/error.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { SpaceFolders } from './space-folders.ts';

export interface CurationOptions {
  readonly paths: HomePaths;
  readonly config: Config;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  readonly log: Log;
  clean(text: string): string;
}

/** Files are looked at this often for what people changed, besides at every session start and every batch. */
const LOOK_AT_FILES_MS = 30_000;

export class Curation {
  readonly projector: Projector;
  readonly keeper: FileKeeper;
  readonly scheduler: CurationScheduler;
  readonly ledger: SpendLedger;
  readonly desk: FileDesk;
  readonly #options: CurationOptions;
  readonly #folders: SpaceFolders;
  #timer: NodeJS.Timeout | undefined;
  #fallback: string | undefined;
  #ready: Promise<void> = Promise.resolve();

  constructor(options: CurationOptions) {
    this.#options = options;
    const { paths, config, journal, knowledge, clock, log, clean } = options;
    this.#folders = new SpaceFolders(paths.memory, journal);
    this.projector = new Projector({ journal, knowledge });
    this.desk = new FileDesk({ root: paths.memory, folderOf: (workspace) => this.#folders.folderOf(workspace) });
    this.keeper = new FileKeeper({
      desk: this.desk,
      knowledge,
      projector: this.projector,
      clock,
      preset: config['files.preset'],
      clean,
      learnFolder: (workspace) => this.#folders.learn(workspace),
      onReport: ({ event, path, detail }) => log.info(event, { path, detail }),
    });
    this.ledger = new SpendLedger({ journal, clock, settings: () => config });
    const batches = new BatchRunner({
      journal,
      knowledge,
      projector: this.projector,
      keeper: this.keeper,
      clock,
      settings: { match: config['lifecycle.match'], preset: config['files.preset'] },
      model: () => this.#model(),
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
      clock,
      profile: config['curator.profile'],
      owner: randomUUID(),
      isUrgent,
      onProblem: (problem) => log.warn('curation-waits', { code: problem.code, message: problem.message }),
    });
  }

  /** Why rules answer although a model was chosen; undefined when they do not. */
  get fallback(): string | undefined {
    return this.#fallback;
  }

  /** Applies what an earlier daemon left, then begins to look. */
  start(): void {
    this.#ready = this.#begin().catch((error: unknown) => {
      this.#options.log.error('curation-not-started', { message: messageOf(error) });
    });
    this.#timer = setInterval(() => void this.#settleAll(), LOOK_AT_FILES_MS).unref();
  }

  /** What a session is given must hold what people changed a moment ago. */
  async settle(workspace: SpaceId | null): Promise<void> {
    await this.#ready;
    await this.keeper.settle(workspace);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#ready;
    await this.scheduler.stop();
  }

  async #begin(): Promise<void> {
    const { journal, knowledge, clock } = this.#options;
    await this.projector.catchUp();
    await this.#settleAll();
    this.scheduler.start();
    if (!(await knowledge.isRebuildUnfinished())) return;
    const { projector, scheduler, keeper } = this;
    await rebuild({ journal, knowledge, projector, scheduler, keeper, clock }, () => undefined);
  }

  async #settleAll(): Promise<void> {
    try {
      await this.keeper.settleAll();
    } catch (error) {
      this.#options.log.error('files-not-settled', { message: messageOf(error) });
    }
  }

  #model(): Model | undefined {
    const provider = createProvider(this.#options.config, process.env);
    return provider === undefined ? undefined : { provider, ledger: this.ledger };
  }
}

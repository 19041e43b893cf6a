/**
 * The curating half of the daemon: knowledge, memory files, the scheduler and whoever answers, wired together. It starts
 * behind the doors, so that no capture and no session waits for it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
}

/** Files are looked at this often for what people changed, besides at every session start and every batch. */
const LOOK_AT_FILES_MS = 30_000;
const SETTLE_PATIENCE_MS = 300;

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
      preset: () => config.current['files.preset'],
      clean,
      learnFolder: (workspace) => this.#folders.learn(workspace),
      onReport: ({ event, path, detail }) => log.info(event, { path, detail }),
    });
    this.ledger = new SpendLedger({ journal, clock, settings: () => config.current });
    const batches = new BatchRunner({
      journal,
      knowledge,
      projector: this.projector,
      keeper: this.keeper,
      clock,
      settings: () => ({ match: config.current['lifecycle.match'], preset: config.current['files.preset'] }),
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
      clock,
      profile: () => config.current['curator.profile'],
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

  /** Resolves when what an earlier daemon left is applied: before that, a file on disk may be newer than what is known. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** What a session is given must hold what people changed a moment ago. */
  async settle(workspace: SpaceId | null): Promise<void> {
    const settled = this.#ready.then(() => this.keeper.settle(workspace));
    // A session that starts while much is replayed, or while a disk hangs, gets what is there.
    await Promise.race([settled, sleep(SETTLE_PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Where the file is, or would be. */
  async pathOf(ref: MemoryFileRef): Promise<string> {
    await this.#folders.learn(ref.workspace);
    return this.desk.path(ref);
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
    const provider = createProvider(this.#options.config.current, process.env);
    return provider === undefined ? undefined : { provider, ledger: this.ledger };
  }
}

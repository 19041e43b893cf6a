/**
 * Forgetting, retention and old rows under better rules, wired to everything that holds a copy: index, rendered
 * blocks, spool, backups. What was cut off by a crash, or by a disk without room, is gone on with as soon as knowledge is
 * current, and tried again later and later.
 *
 * Copies of the journal in the home hold what has been removed from it. Forgetting removes them all; the next one is made
 * by the clock. Before a sweep of retention empties anything there is a copy that stays (`protected-copies.ts`).
 */
import { hostname, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import type { TranscriptCursors } from '../capture/cursors.ts';
import type { Intake } from '../capture/ingest.ts';
import type { Cleaner } from '../capture/redaction-pool.ts';
import type { SpaceDirectory } from '../capture/space-directory.ts';
import { dropOpenCalls, passOverTranscript } from '../clients/claude-code/pass-over.ts';
import type { TranscriptState } from '../clients/claude-code/transcript-line.ts';
import { rebuild } from '../curator/rebuild.ts';
import type { PrivacyApi, RetentionAnswer } from '../http/privacy-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { messageOf } from '../memory/error.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import { text } from '../memory/json-guards.ts';
import type { StatusProblem } from '../memory/status.ts';
import type { Clock } from '../platform/clock.ts';
import { distFolder } from '../platform/dist-folder.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { lastReplaced, removeBackups } from '../privacy/backups/backup-files.ts';
import type { BackupRotation } from '../privacy/backups/backup-rotation.ts';
import { type ProtectedCopy, protectedCopies, releaseCopy, servesSweeps } from '../privacy/backups/protected-copies.ts';
import { contentHash } from '../privacy/content-hash.ts';
import { Forget } from '../privacy/forget/forget.ts';
import { ForgetProcess } from '../privacy/forget/forget-process.ts';
import type { WithheldItems } from '../privacy/forget/withheld-items.ts';
import { type RunningTask, runTask } from '../privacy/process/run-task.ts';
import { policyOf } from '../privacy/retention/policy.ts';
import { Retention } from '../privacy/retention/retention.ts';
import type { RetroRedactionReport } from '../privacy/retro-redaction/findings.ts';
import { RetroRedaction, type SweepState } from '../privacy/retro-redaction/retro-redaction.ts';
import type { Needles } from '../privacy/traces/search-terms.ts';
import type { Recall } from '../recall/recall.ts';
import { RULE_SET_VERSION } from '../redaction/rules/rule-set.ts';
import type { BootBlocks } from './boot-blocks.ts';
import type { Curation } from './curation.ts';
import type { Proposals } from './proposals.ts';
import type { SpoolDrain } from './spool-drain.ts';

const TRY_AGAIN_MS = 15_000;

export interface PrivacyPartOptions {
  readonly withheld: WithheldItems;
  readonly paths: HomePaths;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly curation: Curation;
  readonly recall: Recall & { forget(): Promise<void>; settle(): Promise<void> };
  readonly blocks: Pick<BootBlocks, 'withheld' | 'erased'>;
  readonly drain: Pick<SpoolDrain, 'drain'>;
  readonly spaces: Pick<SpaceDirectory, 'known'>;
  readonly intake: Pick<Intake, 'forgetSpaces'>;
  readonly cursors: TranscriptCursors<TranscriptState>;
  readonly config: Pick<LiveConfig, 'current'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactionKey: string;
  /** The bundled worker. */
  readonly program: string;
  readonly cleaner: Pick<Cleaner, 'redact'>;
  readonly backups: Pick<BackupRotation, 'beforeSweep'>;
  readonly proposals: Pick<Proposals, 'cleanAgain'>;
}

export class PrivacyPart implements PrivacyApi {
  readonly forget: Forget;
  readonly #options: PrivacyPartOptions;
  readonly #retention: Retention;
  readonly #redaction: RetroRedaction;
  readonly #search: ForgetProcess;
  #timer: NodeJS.Timeout | undefined;
  readonly #compacting = new Set<RunningTask<'compact'>>();

  constructor(options: PrivacyPartOptions) {
    this.#options = options;
    const { paths, journal, knowledge, curation, clock, log, config, spaces, redactionKey } = options;
    const hash = (content: string) => contentHash(redactionKey, content);
    this.#search = new ForgetProcess({
      program: options.program,
      place: {
        home: paths.home,
        journal: paths.journal,
        knowledge: paths.knowledge,
        backups: paths.backups,
        staying: [paths.config, distFolder()],
        // What the daemon notes down of itself, and a project may be called the same.
        stayingTexts: [paths.home, distFolder(), process.execPath, hostname(), userInfo().username],
        redactionKey,
      },
    });
    this.forget = new Forget({
      journal,
      knowledge,
      projector: curation.projector,
      keeper: curation.keeper,
      search: this.#search,
      withheld: options.withheld,
      onWithheld: () => options.blocks.withheld(),
      clock,
      reserve: paths.reserve,
      jobKey: paths.forgettingKey,
      hash,
      quietly: async (work) => {
        await curation.ready();
        return curation.scheduler.quietly(work);
      },
      before: (sessions, end) => this.#before(sessions, end),
      spaceErased: async (id) => {
        options.intake.forgetSpaces();
        curation.removeFolder(id);
      },
      remake: (files) => this.#remake(files),
      // What a restore took the place of has forgotten it before.
      after: ({ kind }) => this.#dropCopies(kind === 'erased' ? lastReplaced(paths.backups) : []),
      index: () => this.#cleanIndex(),
    });
    this.#retention = new Retention({
      journal,
      knowledge,
      projector: curation.projector,
      clock,
      policy: () => policyOf(config.current, (name) => spaces.known(name)),
      hash,
      noteFile: paths.sweepNote,
      makeCopy: async () => (await options.backups.beforeSweep())?.name,
      mayCopyServe: (name) => servesSweeps(paths.backups, name),
      onHidden: () => this.#options.blocks.withheld(),
      onEmptied: () => this.#afterEmptying(),
      compact: () => this.#compact(paths.journal),
      onError: (error) => log.error('retention-failed', { message: messageOf(error) }),
    });
    this.#redaction = new RetroRedaction({
      journal,
      clock,
      noteFile: paths.redactionNote,
      rules: RULE_SET_VERSION,
      redact: (given, field) => options.cleaner.redact(given, field),
      afterChange: () => this.#afterRewriting(),
      traces: (needles) => this.#placesOf(needles),
      onSwept: ({ rows, places, tracesIn }) =>
        log.info('old-rows-redacted', {
          rules: RULE_SET_VERSION,
          rows,
          found: places.length > 0,
          left: tracesIn.length,
        }),
      onError: (error) => log.error('old-rows-not-redacted', { message: messageOf(error) }),
    });
  }

  start(): void {
    void this.#options.curation.ready().then(() => this.#resume());
    this.#timer = setInterval(() => void this.#resume(), TRY_AGAIN_MS).unref();
    this.#retention.start();
    this.#redaction.start();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#search.close();
    for (const task of this.#compacting) task.stop();
    await this.#retention.stop();
    await this.#redaction.stop();
  }

  /** How far a sweep with newer rules is; undefined when there is none. */
  get redacting(): SweepState | undefined {
    return this.#redaction.state;
  }

  redactOldRows(fix: boolean, onProgress: (rows: number, total: number) => void): Promise<RetroRedactionReport> {
    return fix ? this.#redaction.fix(onProgress) : this.#redaction.scan(onProgress);
  }

  async retentionPreview(): Promise<RetentionAnswer> {
    const { spaces, isCurrent, questions } = await this.#retention.preview();
    const named = spaces.map(async ({ uncurated: unread, ...space }) => ({
      ...space,
      unread,
      name: await this.#nameOf(space.workspace),
    }));
    return { spaces: await Promise.all(named), current: isCurrent, questions };
  }

  confirmRetention(onProgress: (hidden: number) => void): Promise<number> {
    return this.#retention.confirm(onProgress);
  }

  daysLeft(hidden: number): Promise<number> {
    return this.#retention.daysLeft(hidden);
  }

  protectedCopies(): readonly ProtectedCopy[] {
    return protectedCopies(this.#options.paths.backups);
  }

  releaseCopy(wanted: string): string {
    return releaseCopy(this.#options.paths.backups, wanted);
  }

  /** Records were stored. */
  noticeClock(): void {
    void this.#retention.notice();
  }

  /** What waits for a person's word. */
  questions(): readonly StatusProblem[] {
    return this.#retention.questions();
  }

  async #resume(): Promise<void> {
    const { log } = this.#options;
    try {
      for (const { counts } of await this.forget.resume()) log.info('forgetting-finished', { records: counts.records });
      for (const { message } of this.forget.problems) log.warn('forgetting-waits', { message });
    } catch (error) {
      log.error('forgetting-waits', { message: messageOf(error) });
    }
  }

  /**
   * What is spooled comes in to go out with the rest. What clients wrote down of sessions that end is not read again; that
   * of others is, because there is more in it, and what has gone of it is refused by its id.
   */
  async #before(sessions: readonly SessionId[], end: boolean): Promise<void> {
    const { drain, journal, cursors } = this.#options;
    await drain.drain();
    for (const id of sessions) {
      const path = text((await journal.session(id))?.metadata.transcript_path);
      if (path === '') continue;
      if (end) await passOverTranscript(id, path, cursors);
      else await dropOpenCalls(id, path, cursors);
    }
    cursors.flush();
  }

  async #remake(files: readonly string[]): Promise<void> {
    const { paths, journal, knowledge, recall } = this.#options;
    const holds = (path: string) => files.some((file) => join(paths.home, file).startsWith(path));
    if (holds(paths.journal)) await this.#compact(paths.journal).then(() => journal.settleDisk());
    if (holds(paths.knowledge)) await this.#compact(paths.knowledge).then(() => knowledge.settleDisk());
    if (holds(paths.recall)) await recall.rebuildIndex(() => undefined);
  }

  async #dropCopies(kept: readonly string[] = []): Promise<void> {
    const { blocks, paths } = this.#options;
    await blocks.erased();
    await removeBackups(paths.backups, kept);
  }

  async #cleanIndex(): Promise<void> {
    const { recall } = this.#options;
    // An index that cannot be written now follows by itself; until then the search for traces names it.
    await recall
      .forget()
      .then(() => recall.settle())
      .catch((error: unknown) => this.#options.log.warn('index-behind-erasure', { message: messageOf(error) }));
  }

  async #afterEmptying(): Promise<void> {
    await this.#options.blocks.erased();
    await this.#options.recall.forget();
  }

  /** Beside the daemon: who writes waits, nobody else does. */
  async #compact(path: string): Promise<void> {
    const task = runTask(this.#options.program, 'compact', { path });
    this.#compacting.add(task);
    await task.result.finally(() => this.#compacting.delete(task));
  }

  async #afterRewriting(): Promise<void> {
    const { curation, journal, knowledge, clock, recall } = this.#options;
    const { projector, scheduler, keeper } = curation;
    await curation.ready();
    await rebuild({ journal, knowledge, projector, scheduler, keeper, clock }, () => undefined);
    await this.#options.proposals.cleanAgain();
    await this.#dropCopies();
    await this.#cleanIndex();
    await recall.rebuildIndex(() => undefined);
  }

  async #placesOf(needles: Needles): Promise<readonly string[]> {
    return (await this.#search.traces(needles)).places;
  }

  async #nameOf(workspace: SpaceId | null): Promise<string> {
    if (workspace === null) return 'no project';
    const root = (await this.#options.journal.space(workspace))?.root;
    return root === undefined ? workspace : basename(root);
  }
}

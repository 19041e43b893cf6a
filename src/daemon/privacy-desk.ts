/**
 * Forgetting, retention and old rows under better rules, wired to everything that holds a copy: index, vectors, rendered
 * blocks, spool, backups. What was cut off by a crash is gone on with as soon as knowledge is current.
 *
 * Copies of the journal in the home hold what has been removed from it. Forgetting removes them all; the next one is made
 * by the clock. A sweep of retention, which comes every day by itself, first makes a new copy: so there is always one, and
 * those there are reach back to the last sweep.
 */
import { basename, join } from 'node:path';
import type { TranscriptCursors } from '../capture/cursors.ts';
import type { SpaceDirectory } from '../capture/space-directory.ts';
import { passOverTranscript } from '../clients/claude-code/pass-over.ts';
import type { TranscriptState } from '../clients/claude-code/transcript-line.ts';
import { rebuild } from '../curator/rebuild.ts';
import type { PrivacyApi, SpaceSweepAnswer } from '../http/privacy-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { messageOf } from '../memory/error.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import { text } from '../memory/unknown.ts';
import type { Clock } from '../platform/clock.ts';
import { distFolder } from '../platform/dist-folder.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { removeBackups } from '../privacy/backups/backup-files.ts';
import { contentHash } from '../privacy/content-hash.ts';
import { Forget } from '../privacy/forget/forget.ts';
import { policyOf } from '../privacy/retention/policy.ts';
import { Retention } from '../privacy/retention/retention.ts';
import { type RetroRedaction, redactOldRows } from '../privacy/retro-redaction/sweep.ts';
import { runTask } from '../privacy/thread/run-task.ts';
import { TraceSearch } from '../privacy/traces/trace-search.ts';
import type { Recall } from '../recall/recall.ts';
import { tokenise } from '../recall/text/tokenise.ts';
import type { BootBlocks } from './boot-blocks.ts';
import type { Curation } from './curation.ts';
import type { SpoolDrain } from './spool-drain.ts';

export interface PrivacyDeskOptions {
  readonly paths: HomePaths;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly curation: Curation;
  readonly recall: Recall & { forget(): Promise<void>; settle(): Promise<void> };
  readonly blocks: Pick<BootBlocks, 'forgetAll'>;
  readonly drain: Pick<SpoolDrain, 'drain'>;
  readonly spaces: Pick<SpaceDirectory, 'known'>;
  readonly cursors: TranscriptCursors<TranscriptState>;
  readonly config: Pick<LiveConfig, 'current'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactionKey: string;
  /** The bundled worker. */
  readonly thread: string;
  redact(text: string): string;
}

export class PrivacyDesk implements PrivacyApi {
  readonly forget: Forget;
  readonly #options: PrivacyDeskOptions;
  readonly #retention: Retention;
  readonly #traces: TraceSearch;

  constructor(options: PrivacyDeskOptions) {
    this.#options = options;
    const { paths, journal, knowledge, curation, clock, log, config, spaces, redactionKey } = options;
    const hash = (content: string) => contentHash(redactionKey, content);
    this.#traces = new TraceSearch({ thread: options.thread, home: paths.home });
    this.forget = new Forget({
      journal,
      knowledge,
      projector: curation.projector,
      keeper: curation.keeper,
      traces: this.#traces,
      clock,
      reserve: paths.reserve,
      jobKey: paths.forgettingKey,
      journalPath: paths.journal,
      staying: [paths.config, distFolder()],
      termsOf: (word) => tokenise(word).map(({ term }) => term),
      hash,
      quietly: async (work) => {
        await curation.ready();
        return curation.scheduler.quietly(work);
      },
      before: (sessions) => this.#before(sessions),
      after: () => this.#afterErasing(),
    });
    this.#retention = new Retention({
      journal,
      knowledge,
      projector: curation.projector,
      clock,
      clockFile: join(paths.run, 'clock'),
      policy: () => policyOf(config.current, (name) => spaces.known(name)),
      hash,
      noteFile: paths.sweepNote,
      onEmptied: () => this.#afterEmptying(),
      onError: (error) => log.error('retention-failed', { message: messageOf(error) }),
    });
  }

  start(): void {
    void this.#options.curation.ready().then(() => this.#resume());
    this.#retention.start();
  }

  async stop(): Promise<void> {
    await this.#traces.close();
    await this.#retention.stop();
  }

  async redactOldRows(fix: boolean, onProgress: (rows: number, total: number) => void): Promise<RetroRedaction> {
    const { journal, clock, redact } = this.#options;
    const { records } = await journal.counts();
    const options = { journal, clock, redact, afterChange: () => this.#afterRewriting() };
    return redactOldRows(options, !fix, (rows) => onProgress(rows, Math.max(records, rows)));
  }

  async retentionPreview(): Promise<readonly SpaceSweepAnswer[]> {
    const sweeps = await this.#retention.preview();
    return Promise.all(
      sweeps.map(async ({ uncurated: unread, ...sweep }) => ({
        ...sweep,
        unread,
        name: await this.#nameOf(sweep.workspace),
      })),
    );
  }

  sweep(onProgress: (emptied: number) => void): Promise<number> {
    return this.#retention.sweep(this.#options.clock.now(), onProgress);
  }

  async #resume(): Promise<void> {
    const { log } = this.#options;
    try {
      const receipt = await this.forget.resume();
      if (receipt !== undefined) log.info('forgetting-finished', { records: receipt.counts.records });
    } catch (error) {
      log.error('forgetting-waits', { message: messageOf(error) });
    }
  }

  /** What is spooled comes in to go out with the rest; what clients wrote down of the sessions is not read again. */
  async #before(sessions: readonly SessionId[]): Promise<void> {
    const { drain, journal, cursors } = this.#options;
    await drain.drain();
    for (const id of sessions) {
      const path = text((await journal.session(id))?.metadata.transcript_path);
      if (path !== '') await passOverTranscript(id, path, cursors);
    }
    cursors.flush();
  }

  async #afterErasing(): Promise<void> {
    const { blocks, recall, paths } = this.#options;
    blocks.forgetAll();
    removeBackups(paths.backups);
    await recall.forget();
    await recall.settle();
  }

  async #afterEmptying(): Promise<void> {
    const { blocks, recall, paths, thread, config, clock } = this.#options;
    blocks.forgetAll();
    await recall.forget();
    const megabytes = config.current['backups.megabytes'];
    const task = { journal: paths.journal, folder: paths.backups, megabytes, now: clock.now() };
    const kept = megabytes === 0 ? undefined : await runTask(thread, 'backup', task).result;
    removeBackups(paths.backups, kept?.name);
  }

  async #afterRewriting(): Promise<void> {
    const { curation, journal, knowledge, clock, recall } = this.#options;
    const { projector, scheduler, keeper } = curation;
    await rebuild({ journal, knowledge, projector, scheduler, keeper, clock }, () => undefined);
    await this.#afterErasing();
    await recall.rebuildIndex(() => undefined);
  }

  async #nameOf(workspace: SpaceId | null): Promise<string> {
    if (workspace === null) return 'no project';
    const root = (await this.#options.journal.space(workspace))?.root;
    return root === undefined ? workspace : basename(root);
  }
}

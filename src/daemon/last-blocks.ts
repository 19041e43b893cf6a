/**
 * Keeps the newest boot block of each space as a file, for sessions that start while the daemon is away or late. It is made
 * anew when something was learned, so that it holds what the next session should know.
 *
 * When something was erased, each one is replaced in one step by one without it: at no moment is there none to give, also
 * when the daemon is killed in between, which the next one goes on with. What cannot be replaced in time is removed.
 */
import { isAbsolute } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { Journal } from '../journal/journal.ts';
import type { SpaceId } from '../memory/ids.ts';
import { databaseKeys } from '../platform/database-keys.ts';
import type { BootBlock } from '../recall/boot-block.ts';
import { areBeingReplaced, keepOnly, noteReplacing, removeLastBlocks, writeLastBlock } from '../recall/last-block.ts';

/** What is kept for later need not be newer than this, and much may be learned at once. */
const RENEW_AFTER_MS = 1_000;
/** Whoever starts while the daemon is gone has nothing until then. */
const RENEW_REMOVED_AFTER_MS = 250;
/** Spaces whose file follows what is learned: those that somebody worked in last. */
const MOST_RENEWED = 20;

export interface LastBlocksOptions {
  readonly journal: Pick<Journal, 'sessions' | 'space'>;
  readonly spaces: Pick<SpaceDirectory, 'resolve'>;
  /** For copies that can be read without a key; undefined where there may be none. */
  readonly folder: string | undefined;
  /** What a session of that space would be given, from what can be read so fast or, without end, from all. */
  compose(workspace: SpaceId, isQuick: boolean): Promise<BootBlock | undefined>;
  onError(operation: string, error: unknown): void;
}

export class LastBlocks {
  readonly #options: LastBlocksOptions;
  readonly #worked = new Set<SpaceId>();
  /** By file: how much had been erased when what it holds was read. */
  readonly #written = new Map<string, number>();
  #isRecalled = false;
  #renewing: NodeJS.Timeout | undefined;
  /** One after the other. */
  #renewal: Promise<void> = Promise.resolve();
  #isSettling = false;
  /** Counts what was erased: a block from before it is not written. */
  #erasures = 0;

  constructor(options: LastBlocksOptions) {
    this.#options = options;
  }

  /** A daemon before this one may have left some that were to be replaced. */
  start(): void {
    const { folder } = this.#options;
    if (folder !== undefined && areBeingReplaced(folder)) this.replaceBeside();
    else this.changed();
  }

  /** Something new is known of this space, or of all. */
  changed(workspace?: SpaceId): void {
    if (workspace !== undefined) this.#noteWork(workspace);
    if (this.#renewing === undefined) this.#renewAfter(RENEW_AFTER_MS, false);
  }

  /** Something was switched off: no copy may stay. They are made anew right after, where they still may be. */
  removeAll(): void {
    this.#erasures += 1;
    const { folder } = this.#options;
    if (folder !== undefined) this.#attempt('remove the last boot blocks', () => removeLastBlocks(folder));
    clearTimeout(this.#renewing);
    this.#renewAfter(RENEW_REMOVED_AFTER_MS, true);
  }

  /**
   * Something was erased, or is on its way out: resolves when no copy from before is left. Without a limit as soon as all are
   * made anew; with one, those that are not by then are removed.
   */
  async replaceAll(withinMs?: number): Promise<void> {
    this.#erasures += 1;
    const { folder } = this.#options;
    if (folder === undefined) return;
    const erasures = this.#erasures;
    this.#attempt('note that boot blocks are to be replaced', () => noteReplacing(folder));
    clearTimeout(this.#renewing);
    this.#renewing = undefined;
    // Beside a round that is under way: it reads one more that is not written, and ends.
    this.#renewal = Promise.all([this.#renewal, this.#renewAll(true)]).then(() => undefined);
    await (withinMs === undefined
      ? this.#renewed()
      : Promise.race([this.#renewed(), sleep(withinMs, undefined, { ref: false })]));
    const kept = [...this.#written].filter(([, at]) => at >= erasures).map(([file]) => file);
    keepOnly(folder, new Set(kept), erasures === this.#erasures);
    // Now from all there is to read.
    if (!this.#isSettling) this.changed();
  }

  /** The same while nobody waits for it. */
  replaceBeside(): void {
    const { onError } = this.#options;
    void this.replaceAll().catch((error: unknown) => onError('replace the last boot blocks', error));
  }

  /** Nothing is made anew beside: the stores may then be closed. */
  async settled(): Promise<void> {
    clearTimeout(this.#renewing);
    this.#renewing = undefined;
    this.#isSettling = true;
    await this.#renewal;
    this.#isSettling = false;
  }

  #attempt(operation: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError(operation, error);
    }
  }

  /** What was erased meanwhile has begun another round. */
  async #renewed(): Promise<void> {
    for (let seen = 0; seen !== this.#erasures; ) {
      seen = this.#erasures;
      await this.#renewal;
    }
  }

  #renewAfter(ms: number, isQuick: boolean): void {
    this.#renewing = setTimeout(() => {
      this.#renewing = undefined;
      this.#renewal = this.#renewal.then(async () => {
        if (isQuick) await this.#renewAll(true);
        await this.#renewAll(false);
      });
    }, ms).unref();
  }

  #noteWork(workspace: SpaceId): void {
    this.#worked.delete(workspace);
    this.#worked.add(workspace);
    const [oldest] = this.#worked;
    if (this.#worked.size > MOST_RENEWED && oldest !== undefined) this.#worked.delete(oldest);
  }

  async #renewAll(isQuick: boolean): Promise<void> {
    const erasures = this.#erasures;
    const attempt = (work: Promise<void>) =>
      work.catch((error: unknown) => this.#options.onError('keep the last boot block', error));
    await attempt(this.#recallWork());
    // Where somebody works now is where somebody starts next.
    for (const workspace of [...this.#worked].toReversed()) {
      if (this.#isSettling || erasures !== this.#erasures) return;
      await attempt(this.#renew(workspace, isQuick));
    }
  }

  /** Once: where somebody worked before the daemon started, behind where somebody works now. */
  async #recallWork(): Promise<void> {
    if (this.#isRecalled) return;
    this.#isRecalled = true;
    const now = [...this.#worked];
    const sessions = await this.#options.journal.sessions({ limit: MOST_RENEWED });
    for (const { workspace } of sessions.toReversed()) if (workspace !== null) this.#noteWork(workspace);
    for (const workspace of now) this.#noteWork(workspace);
  }

  async #renew(workspace: SpaceId, isQuick: boolean): Promise<void> {
    const { journal, spaces, folder, compose } = this.#options;
    const root = (await journal.space(workspace))?.root;
    if (root === undefined || !isAbsolute(root)) return;
    const erasures = this.#erasures;
    const { space, located } = await spaces.resolve(root);
    if (space.id !== workspace) return;
    const block = await compose(workspace, isQuick);
    // It is read without a key: what is encrypted must not lie there.
    const isPlain = folder !== undefined && databaseKeys().length === 0;
    if (isPlain && block !== undefined && erasures === this.#erasures)
      this.#written.set(writeLastBlock(folder, located, ...block.parts), erasures);
  }
}

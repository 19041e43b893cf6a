/**
 * Looks at a project's folder for files.md (B-081): before each batch, and a moment after a session has started there, so that
 * the next block tells what is there now. A look at a start is nobody's to wait for: it begins when the session has its answer,
 * once a minute at most for each project, one at a time, and is given up when the daemon stops. What differs from the last look is journalled.
 */
import { scanSpace } from '../files/space-scan.ts';
import type { Journal } from '../journal/journal.ts';
import type { FilePreset, Scan } from '../memory/act.ts';
import { type ActId, newId, type SpaceId } from '../memory/ids.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import { OneAtATime } from './mutex.ts';
import type { Projector } from './projector.ts';
import { rootOf } from './tracked-handles.ts';

export interface FolderLooksOptions {
  readonly journal: Pick<Journal, 'space' | 'lastScan'>;
  readonly projector: Pick<Projector, 'record'>;
  readonly clock: Clock;
  preset(): FilePreset;
  clean(text: string): string;
  /** Whether a session's start may change files: not while a person wants to be asked first. */
  mayLook(): boolean;
  /** After a look at a start that found something new. */
  onNews(workspace: SpaceId): Promise<void>;
  onError(error: unknown): void;
}

/** The session's own hooks, its first reads and its block come first. */
const BEGIN_AFTER_MS = 1_000;
const AGAIN_AFTER_MS = 60_000;
/** Projects remembered as just looked at. */
const MOST_REMEMBERED = 200;

export class FolderLooks {
  readonly #options: FolderLooksOptions;
  readonly #turn = new OneAtATime();
  readonly #begunAt = new Map<SpaceId, number>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: FolderLooksOptions) {
    this.#options = options;
  }

  /** A session started: soon, unless it was just looked at. */
  soon(workspace: SpaceId): void {
    const now = this.#options.clock.elapsed();
    if (now - (this.#begunAt.get(workspace) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
    this.#begunAt.delete(workspace);
    this.#begunAt.set(workspace, now);
    for (const oldest of this.#begunAt.keys())
      if (this.#begunAt.size > MOST_REMEMBERED) this.#begunAt.delete(oldest);
      else break;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#lookAtStart(workspace).catch((error: unknown) => this.#options.onError(error));
    }, BEGIN_AFTER_MS).unref();
    this.#timers.add(timer);
  }

  /** Resolves when what it found is known; true when it was news. */
  look(workspace: SpaceId | null): Promise<boolean> {
    return this.#turn.run(() => this.#look(workspace));
  }

  /** Lets one that is under way come to its end. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await this.#turn.idle();
  }

  #lookAtStart(workspace: SpaceId): Promise<void> {
    return this.#turn.run(async () => {
      if (this.#options.mayLook() && (await this.#look(workspace))) await this.#options.onNews(workspace);
    });
  }

  async #look(workspace: SpaceId | null): Promise<boolean> {
    if (workspace === null || this.#options.preset() !== 'six') return false;
    const root = await rootOf(this.#options.journal, workspace);
    return root !== null && (await this.#scan(workspace, root));
  }

  /** Journalled only when it differs from the last look. */
  async #scan(workspace: SpaceId, root: string): Promise<boolean> {
    const { journal, projector, clock } = this.#options;
    const listing = await scanSpace(root);
    if (listing === undefined) return false;
    const { partial } = listing;
    const paths = await this.#cleanPaths(listing.paths);
    const last = await journal.lastScan(workspace);
    if (last?.partial === partial && last.paths.join('\n') === paths.join('\n')) return false;
    const now = clock.now();
    const scan: Scan = { kind: 'scan', id: newId<ActId>(now), ts: now, workspace, paths, partial };
    await projector.record(scan);
    return true;
  }

  /** One by one: a name must not hide what stands in the next. */
  async #cleanPaths(paths: readonly string[]): Promise<readonly string[]> {
    const breather = new Breather(this.#options.clock);
    const cleaned = new Set<string>();
    for (const path of paths) {
      await breather.breathe();
      cleaned.add(this.#options.clean(path));
    }
    return [...cleaned].sort();
  }
}

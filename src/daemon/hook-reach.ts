/**
 * Which events a hook's token may tell: those of the project whose settings hold it, from any of its worktrees. A session
 * is of the project it began in, wherever its agent goes; a new one is of its folder; and its transcript has to be one
 * of that project, because it is read. What is refused is neither stored nor answered with memory, and is said in the
 * log and in `status`: a token that turns up elsewhere was copied.
 */
import { isAbsolute } from 'node:path';
import { locateSpace } from '../capture/space-locator.ts';
import { Remembered } from '../capture/ttl-cache.ts';
import { transcriptFolder } from '../clients/claude-code/transcript-file.ts';
import type { Journal } from '../journal/journal.ts';
import { isSamePlace } from '../memory/fingerprint.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import { type Fields, text } from '../memory/json-guards.ts';
import { quotedName } from '../memory/quoted-name.ts';
import type { SpaceIdentity } from '../memory/space.ts';
import type { StatusProblem } from '../memory/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** Long enough to be seen, short enough to be over when it is over. */
const TOLD_MS = 24 * 60 * 60_000;

export interface HookReachOptions {
  readonly journal: Pick<Journal, 'session' | 'findSpace'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Refusals {
  readonly count: number;
  readonly at: number;
}

export class HookReach {
  readonly #options: HookReachOptions;
  readonly #spaces: Remembered<SpaceId | undefined>;
  /** By the root of the project that the token is for. */
  readonly #refused = new Map<string, Refusals>();

  constructor(options: HookReachOptions) {
    this.#options = options;
    this.#spaces = new Remembered(options.clock);
  }

  async includes(project: SpaceIdentity, payload: Fields): Promise<boolean> {
    const isIncluded = (await this.#isOfProject(project, payload)) && (await this.#mayRead(project, payload));
    if (!isIncluded) this.#note(project, payload);
    return isIncluded;
  }

  problems(): readonly StatusProblem[] {
    const since = this.#options.clock.now() - TOLD_MS;
    return [...this.#refused]
      .filter(([, { at }]) => at >= since)
      .map(([root, { count }]) => ({
        code: 'hook-token-elsewhere',
        message: `the hook token of the project ${quotedName(root)} was used for another project, and refused, ${count} ${count === 1 ? 'time' : 'times'}`,
        hint: 'if its settings were copied, run `carryover init` where they are now; `carryover uninstall` revokes a token',
      }));
  }

  async #isOfProject(project: SpaceIdentity, payload: Fields): Promise<boolean> {
    const session = await this.#options.journal.session(text(payload.session_id) as SessionId);
    if (session?.workspace != null) return (await this.#spaceOf(project)) === session.workspace;
    return this.#holds(project, text(payload.cwd));
  }

  /** The transcript that is known for the session, one that is not there yet, or one that began in the project. */
  async #mayRead(project: SpaceIdentity, payload: Fields): Promise<boolean> {
    const path = text(payload.transcript_path);
    if (path === '') return true;
    const session = await this.#options.journal.session(text(payload.session_id) as SessionId);
    if (session?.metadata.transcript_path === path) return true;
    const folder = await transcriptFolder(path);
    return folder === undefined || this.#holds(project, folder);
  }

  async #holds(project: SpaceIdentity, folder: string): Promise<boolean> {
    if (!isAbsolute(folder)) return false;
    const located = locateSpace(folder);
    if (isSamePlace(project, located)) return true;
    const space = (await this.#options.journal.findSpace(located))?.id;
    return space !== undefined && space === (await this.#spaceOf(project));
  }

  #spaceOf(project: SpaceIdentity): Promise<SpaceId | undefined> {
    return this.#spaces.get(
      `${project.anchor}\0${project.fingerprint}`,
      async () => (await this.#options.journal.findSpace(project))?.id,
    );
  }

  #note({ root }: SpaceIdentity, payload: Fields): void {
    const { clock, log } = this.#options;
    const count = (this.#refused.get(root)?.count ?? 0) + 1;
    this.#refused.set(root, { count, at: clock.now() });
    // Each time twice as many: whoever repeats it does not fill the log.
    if (Number.isInteger(Math.log2(count)))
      log.warn('hook-refused', { project: root, cwd: text(payload.cwd), hook: text(payload.hook_event_name), count });
  }
}

/**
 * When each memory file was last seen to be what it should be, and whether an agent was at work between then and a change
 * that is found there. If none was, nothing ran that could have written it, and the change is the person's.
 *
 * An agent is at work for half an hour after the last thing its session recorded, because what it started may outlive it.
 * The moment of a change is told by the file system, which nobody can set back; where that cannot be true (a folder put in
 * the place of another, a clock that was set), it may have been at any moment since. What is kept over a restart is one
 * moment for all files, written only when agents were at work since.
 *
 * Limits: an agent that is not captured, and a program it started that waits longer, are not seen.
 */
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Clock } from '../platform/clock.ts';

const AT_WORK_MS = 30 * 60_000;
const KEEP_EVERY_MS = 60_000;
/** A file system tells time less exactly than the clock does. */
const COARSE_MS = 2_000;

export interface SeenUnchangedOptions {
  readonly knowledge: Pick<Knowledge, 'filesSeenAt' | 'noteFilesSeen'>;
  readonly clock: Clock;
  wasAgentActive(stretch: { readonly since: number; readonly until: number }): Promise<boolean>;
}

interface FoundChange {
  readonly path: string;
  /** As the file system tells. */
  readonly changedAt: number;
  /** Whether the file is among those that every look at all files looks at. */
  readonly isLookedAt: boolean;
}

export class SeenUnchanged {
  readonly #options: SeenUnchangedOptions;
  readonly #seen = new Map<string, { readonly at: number; readonly content: string }>();

  constructor(options: SeenUnchangedOptions) {
    this.#options = options;
  }

  /** The file at this path holds what it should. */
  note(path: string, content: string): void {
    this.#seen.set(path, { at: this.#options.clock.now(), content });
  }

  isLast(path: string, content: string): boolean {
    return this.#seen.get(path)?.content === content;
  }

  async wasAgentAtWork({ path, changedAt, isLookedAt }: FoundChange): Promise<boolean> {
    const { knowledge, clock, wasAgentActive } = this.#options;
    const now = clock.now();
    const seenAt = this.#seen.get(path)?.at ?? (isLookedAt ? await knowledge.filesSeenAt() : 0);
    const isSetBack = seenAt > now + AT_WORK_MS;
    const since = isSetBack ? 0 : Math.min(seenAt, now) - AT_WORK_MS;
    const isTrue = !isSetBack && seenAt - COARSE_MS <= changedAt && changedAt <= now;
    return wasAgentActive({ since, until: isTrue ? changedAt : now });
  }

  /** Every file holds what it should. */
  async keep(): Promise<void> {
    const { knowledge, clock, wasAgentActive } = this.#options;
    const now = clock.now();
    const kept = await knowledge.filesSeenAt();
    const isDue =
      kept === 0 ||
      kept > now ||
      (now - kept > KEEP_EVERY_MS && (await wasAgentActive({ since: kept - AT_WORK_MS, until: now })));
    if (isDue) await knowledge.noteFilesSeen(now);
  }
}

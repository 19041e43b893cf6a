/**
 * Judges what a turn was given once the turn is closed, and again when it turns out to have gone on. Behind everything
 * else: one turn at a time, never in the way of a capture.
 * Limit: a turn that closes while the daemon dies is judged by the next rebuild.
 */
import { judgedReceipts } from '../curator/receipts.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Turn } from '../memory/turn.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';

export interface UsageJudgeOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  /** What became of these items is known. */
  onJudged(items: readonly string[]): Promise<void>;
  onError(error: unknown): void;
}

export class UsageJudge {
  readonly #options: UsageJudgeOptions;
  #work: Promise<void> = Promise.resolve();

  constructor(options: UsageJudgeOptions) {
    this.#options = options;
  }

  /** A turn has a new revision. */
  closed(turn: Turn): void {
    this.#work = this.#work.then(() => this.#judge(turn)).catch((error: unknown) => this.#options.onError(error));
  }

  /** When every turn it heard of is judged. */
  settled(): Promise<void> {
    return this.#work;
  }

  async #judge(turn: Turn): Promise<void> {
    const { journal, knowledge, clock, onJudged } = this.#options;
    const injections = await journal.injectionsOfTurn(turn.id);
    if (injections.length === 0) return;
    const judged = await judgedReceipts(turn, injections, { journal, knowledge }, new Breather(clock));
    await knowledge.addReceipts(judged);
    await onJudged(judged.map(({ item }) => item));
  }
}

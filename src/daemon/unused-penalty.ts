/**
 * What is given again and again and never used, with the factor its score sinks by. Kept in memory, so that a prompt does
 * not wait for it: read once, then brought up to date whenever a turn is judged.
 * Limit: what a rebuild of knowledge judges otherwise counts from the next start.
 */
import type { Knowledge } from '../knowledge/knowledge.ts';
import { PATIENCE, sinkFactor } from '../memory/sinking.ts';

export class UnusedPenalty {
  readonly #knowledge: Pick<Knowledge, 'unused' | 'usage'>;
  readonly #factors = new Map<string, number>();

  constructor(knowledge: Pick<Knowledge, 'unused' | 'usage'>) {
    this.#knowledge = knowledge;
  }

  /** By item, below 1. */
  get factors(): ReadonlyMap<string, number> {
    return this.#factors;
  }

  async load(): Promise<void> {
    for (const [item, { ignored }] of await this.#knowledge.unused(PATIENCE))
      this.#factors.set(item, sinkFactor(ignored, 0));
  }

  /** These were judged. */
  async judged(items: readonly string[]): Promise<void> {
    for (const [item, { used, ignored }] of await this.#knowledge.usage(items)) {
      const factor = sinkFactor(used + ignored, used);
      if (factor < 1) this.#factors.set(item, factor);
      else this.#factors.delete(item);
    }
  }
}

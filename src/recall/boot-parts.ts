/**
 * Hands out the parts of a boot block, each to the hook that asks for it. The hooks of one session start run side by
 * side and ask in any order: the first one has the block composed, the others get parts of that same block.
 *
 * The client puts the parts together in the order in which its hooks end, so each part is held back until the one before
 * it is out: the model reads them in order, and the same memory makes the same prompt. Best effort: nobody waits for long.
 *
 * A part that is asked for again means that the session starts again (a compaction, say), so the block is composed anew,
 * and so it is when the last one is old. While it is still being composed, it is the same hook that asks once more, because
 * it was not answered in time: it gets that block, and composing it twice would only make everybody wait longer. A failure is told to those who waited for it and not kept.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';

/** Far longer than the hooks of one start are apart. */
const SAME_START_MS = 30_000;
/** A hook that was killed must not keep the next one waiting until its own deadline. */
const MOST_WAIT_MS = 500;
/** What a hook needs to print its answer and to end. */
const HEAD_START_MS = 20;

interface Start {
  readonly at: number;
  readonly parts: Promise<readonly string[]>;
  readonly asked: Set<number>;
  /** By part: settled once it is out. */
  readonly out: Map<number, PromiseWithResolvers<void>>;
  isComposed: boolean;
}

export class BootParts {
  readonly #clock: Clock;
  readonly #starts = new Map<string, Start>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `start` names the session and why it starts; parts count from 1. Undefined when the block has no such part. */
  async part(start: string, part: number, compose: () => Promise<readonly string[]>): Promise<string | undefined> {
    const entry = this.#startOf(start, part, compose);
    entry.asked.add(part);
    try {
      const text = (await entry.parts)[part - 1];
      if (text !== undefined && part > 1) {
        await Promise.race([outOf(entry, part - 1).promise, sleep(MOST_WAIT_MS)]);
        await sleep(HEAD_START_MS);
      }
      return text;
    } catch (error) {
      if (this.#starts.get(start) === entry) this.#starts.delete(start);
      throw error;
    } finally {
      outOf(entry, part).resolve();
    }
  }

  #startOf(start: string, part: number, compose: () => Promise<readonly string[]>): Start {
    const now = this.#clock.elapsed();
    for (const [key, { at }] of this.#starts) if (now - at >= SAME_START_MS) this.#starts.delete(key);
    const known = this.#starts.get(start);
    if (known !== undefined && !(known.isComposed && known.asked.has(part))) return known;
    const entry: Start = { at: now, parts: compose(), asked: new Set(), out: new Map(), isComposed: false };
    const composed = () => {
      entry.isComposed = true;
    };
    entry.parts.then(composed, composed);
    this.#starts.set(start, entry);
    return entry;
  }
}

function outOf({ out }: Start, part: number): PromiseWithResolvers<void> {
  const known = out.get(part) ?? Promise.withResolvers<void>();
  out.set(part, known);
  return known;
}

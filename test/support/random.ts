/**
 * Random choices that can be made again: the seed is printed, and `CARRYOVER_TEST_SEED` replays a run. What other
 * processes do in between is not part of it.
 */
import { randomInt } from 'node:crypto';

const SEED_VARIABLE = 'CARRYOVER_TEST_SEED';

export interface SeededRandom {
  readonly seed: number;
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  pick<Value>(choices: readonly Value[]): Value;
}

export function seededRandom(name: string): SeededRandom {
  const seed = Number(process.env[SEED_VARIABLE] ?? randomInt(2 ** 31));
  process.stdout.write(`${name}: replay with ${SEED_VARIABLE}=${seed}\n`);
  return randomFrom(seed);
}

/** The same choices for the same seed; whoever uses it prints that. */
export function randomFrom(seed: number): SeededRandom {
  let state = seed;
  // mulberry32: small, and good enough to choose moments and bytes.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    seed,
    next,
    between,
    pick: (choices) => {
      const chosen = choices[between(0, choices.length - 1)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
  };
}

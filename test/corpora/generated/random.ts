/** A seeded source of random characters: the same seed gives the same corpus, so a miss can be found again. */

export interface Random {
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chars(alphabet: string, length: number): string;
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';
export const HEX = `${DIGITS}abcdef`;
export const ALNUM = LOWER + UPPER + DIGITS;
export const BASE32 = `${UPPER}234567`;
export const BASE64 = `${ALNUM}+/`;
export const URL_SAFE = `${ALNUM}-_`;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: small, and good enough to fill a string.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
  return {
    below,
    pick,
    chars: (alphabet, length) => Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
  };
}

/**
 * Finds a few needles in bytes without looking at most of them: two bytes at the end of a window tell how far it may be
 * moved on before any needle could begin in it (Wu and Manber). With hundreds of needles there is little to skip: those are
 * for `matcher.ts`.
 */
import { FOLD } from './fold-bytes.ts';

const PAIRS = 65_536;

export interface SkipNeedle {
  readonly index: number;
  /** Folded; at least three. */
  readonly bytes: Uint8Array;
}

export class SkipTable {
  /** As long as the shortest needle. */
  readonly #window: number;
  /** By pairs of bytes as they stand, in whatever case: so none is folded while searching. */
  readonly #shifts: Uint8Array;
  readonly #ending = new Map<number, SkipNeedle[]>();

  constructor(needles: readonly SkipNeedle[]) {
    this.#window = Math.min(255, ...needles.map(({ bytes }) => bytes.length));
    this.#shifts = new Uint8Array(PAIRS).fill(this.#window - 1);
    for (const needle of needles) this.#add(needle);
  }

  /** Hands over where each of them may begin: two of its bytes are there, and the rest is to be compared. */
  scan(bytes: Uint8Array, onPlace: (needle: number, at: number) => void): void {
    const shifts = this.#shifts;
    const window = this.#window;
    for (let last = window - 1; last < bytes.length; ) {
      const pair = ((bytes[last - 1] as number) << 8) | (bytes[last] as number);
      const shift = shifts[pair] as number;
      if (shift > 0) {
        last += shift;
        continue;
      }
      for (const { index } of this.#ending.get(pair) ?? []) onPlace(index, last - window + 1);
      last += 1;
    }
  }

  #add(needle: SkipNeedle): void {
    for (let last = 1; last < this.#window; last += 1) {
      const shift = this.#window - 1 - last;
      for (const pair of pairsOf(needle.bytes[last - 1] ?? 0, needle.bytes[last] ?? 0)) {
        this.#shifts[pair] = Math.min(this.#shifts[pair] ?? 0, shift);
        if (shift > 0) continue;
        const known = this.#ending.get(pair);
        if (known === undefined) this.#ending.set(pair, [needle]);
        else known.push(needle);
      }
    }
  }
}

function* pairsOf(first: number, second: number): Iterable<number> {
  for (const one of casesOf(first)) for (const other of casesOf(second)) yield (one << 8) | other;
}

/** What is folded to it. */
function casesOf(folded: number): readonly number[] {
  const upper = folded - 0x20;
  return upper >= 0 && FOLD[upper] === folded ? [folded, upper] : [folded];
}

/**
 * Finds many needles in bytes at once; ASCII letters are the same in both cases. Of every needle the few bytes that the
 * other needles share least are its anchor. At every place the next bytes are looked up in a bit table of the anchors,
 * which says "none" for nearly all of them; only then are needles compared. (An automaton over 20,000 of them would be
 * hundreds of megabytes.) A few needles need not look at every byte: see `skip-table.ts`.
 */
import { FOLD } from './fold-bytes.ts';
import { type SkipNeedle, SkipTable } from './skip-table.ts';

/** A needle is anchored by this many of its bytes when it has them: few words share so many. */
const LONG = 6;
const SHORT = 3;
/** Nearly all zeros, even for the most needles, and still in the processor's cache. */
const TABLE_BITS = 21;
const SHIFT = 32 - TABLE_BITS;
const THREE_BYTES = 0xffffff;
const PRIME = 0x9e3779b1;
const OTHER_PRIME = 0x85ebca6b;

/** With more there is little to skip. */
const FEW = 64;
const LENGTH_CLASSES = [3, 6, 10, 16];

const BLOCK = 65_536;
const places = new Int32Array(BLOCK);
const placeHashes = new Int32Array(BLOCK);

/** Return false to hear no more of this needle. */
type OnHit = (needle: number, at: number) => boolean;

interface Anchored {
  readonly needle: number;
  /** Where in the needle the anchor ends. */
  readonly end: number;
}

export class Matcher {
  readonly #needles: readonly Uint8Array[];
  readonly #wanted: Set<number>;
  /** How many there were when the tables were made. */
  #tabled = 0;
  #anchors: readonly Anchors[] = [];
  #skips: readonly SkipTable[] = [];

  /** At least three bytes each. */
  constructor(needles: readonly string[]) {
    this.#needles = needles.map((needle) => Buffer.from(needle, 'utf8').map((byte) => FOLD[byte] ?? byte));
    this.#wanted = new Set(this.#needles.keys());
    this.#makeTables();
  }

  lengthOf(needle: number): number {
    return this.#needles[needle]?.length ?? 0;
  }

  /** Of what begins before `end`. */
  scan(bytes: Uint8Array, end: number, onHit: OnHit): void {
    const hit = (needle: number, at: number): void => {
      if (at < 0 || at >= end || !this.#wanted.has(needle) || !this.#isAt(needle, bytes, at)) return;
      if (!onHit(needle, at)) this.#wanted.delete(needle);
    };
    for (const skips of this.#skips) skips.scan(bytes, hit);
    for (const anchors of this.#anchors)
      for (const [last, hash] of anchors.placesIn(bytes))
        for (const { needle, end: anchorEnd } of anchors.at(hash)) hit(needle, last - anchorEnd);
    // Those that nobody wants to hear of any more would only be in the way.
    if (this.#wanted.size < this.#tabled / 2) this.#makeTables();
  }

  #makeTables(): void {
    const wanted = [...this.#wanted].map((index) => ({ index, bytes: this.#needles[index] ?? new Uint8Array() }));
    const isFew = wanted.length <= FEW;
    this.#tabled = wanted.length;
    this.#anchors = isFew
      ? []
      : [SHORT, LONG].map((width) => new Anchors(width, wanted)).filter(({ isEmpty }) => !isEmpty);
    this.#skips = isFew
      ? [...Map.groupBy(wanted, ({ bytes }) => lengthClass(bytes.length)).values()].map((own) => new SkipTable(own))
      : [];
  }

  #isAt(needle: number, bytes: Uint8Array, at: number): boolean {
    const wanted = this.#needles[needle];
    if (wanted === undefined || at + wanted.length > bytes.length) return false;
    for (let index = 0; index < wanted.length; index += 1)
      if (FOLD[bytes[at + index] ?? 0] !== wanted[index]) return false;
    return true;
  }
}

/** The shortest of a class says how far it can be skipped. */
function lengthClass(length: number): number {
  return LENGTH_CLASSES.findLastIndex((least) => length >= least);
}

class Anchors {
  readonly #width: number;
  readonly #bits = new Uint32Array(2 ** TABLE_BITS / 32);
  readonly #anchored = new Map<number, Anchored[]>();

  /** Takes those of the needles that are of its width. */
  constructor(width: number, needles: readonly SkipNeedle[]) {
    this.#width = width;
    const mine = needles.filter(({ bytes }) => (width === LONG) === bytes.length >= LONG);
    const counts = new Map<number, number>();
    for (const { bytes } of mine) hashes(bytes, width, (_, hash) => counts.set(hash, (counts.get(hash) ?? 0) + 1));
    for (const { index: needle, bytes } of mine) {
      let rarest = { hash: 0, end: 0, count: Number.POSITIVE_INFINITY };
      hashes(bytes, width, (end, hash) => {
        const count = counts.get(hash) ?? 0;
        if (count < rarest.count) rarest = { hash, end, count };
      });
      this.#add(rarest.hash, { needle, end: rarest.end });
    }
  }

  /** Where an anchor may end. The one loop that sees every byte: nothing is called from it. */
  *placesIn(bytes: Uint8Array): Iterable<readonly [last: number, hash: number]> {
    const bits = this.#bits;
    const keepFar = this.#width === LONG ? THREE_BYTES : 0;
    let far = 0;
    let near = 0;
    for (let from = 0; from < bytes.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, bytes.length);
      let found = 0;
      for (let last = from; last < to; last += 1) {
        far = ((far << 8) | (near >>> 16)) & keepFar;
        near = ((near << 8) | (FOLD[bytes[last] as number] as number)) & THREE_BYTES;
        const hash = (Math.imul(near, PRIME) ^ Math.imul(far, OTHER_PRIME)) >>> SHIFT;
        if (((bits[hash >>> 5] as number) & (1 << (hash & 31))) === 0) continue;
        places[found] = last;
        placeHashes[found] = hash;
        found += 1;
      }
      for (let place = 0; place < found; place += 1) yield [places[place] ?? 0, placeHashes[place] ?? 0];
    }
  }

  at(hash: number): readonly Anchored[] {
    return this.#anchored.get(hash) ?? [];
  }

  get isEmpty(): boolean {
    return this.#anchored.size === 0;
  }

  #add(hash: number, anchored: Anchored): void {
    const known = this.#anchored.get(hash);
    if (known === undefined) this.#anchored.set(hash, [anchored]);
    else known.push(anchored);
    this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }
}

/** Of every run of so many bytes, with the place of its last. */
function hashes(bytes: Uint8Array, width: number, onHash: (last: number, hash: number) => void): void {
  const keepFar = width === LONG ? THREE_BYTES : 0;
  let far = 0;
  let near = 0;
  for (let last = 0; last < bytes.length; last += 1) {
    far = ((far << 8) | (near >>> 16)) & keepFar;
    near = ((near << 8) | (FOLD[bytes[last] ?? 0] ?? 0)) & THREE_BYTES;
    if (last >= width - 1) onHash(last, (Math.imul(near, PRIME) ^ Math.imul(far, OTHER_PRIME)) >>> SHIFT);
  }
}

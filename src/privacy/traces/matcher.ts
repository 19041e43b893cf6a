/**
 * Finds many needles in bytes at once; ASCII letters are the same in both cases. Of every needle the few bytes that the
 * other needles share least are its anchor. At every place the next bytes are looked up in a bit table of the anchors,
 * which says "none" for nearly all of them; only then are needles compared. (An automaton over 20,000 of them would be
 * hundreds of megabytes.)
 */

/** A needle is anchored by this many of its bytes when it has them: few words share so many. */
const LONG = 6;
const SHORT = 3;
/** Nearly all zeros, even for the most needles, and still in the processor's cache. */
const TABLE_BITS = 21;
const SHIFT = 32 - TABLE_BITS;
const THREE_BYTES = 0xffffff;
const PRIME = 0x9e3779b1;
const OTHER_PRIME = 0x85ebca6b;

const BLOCK = 65_536;
const places = new Int32Array(BLOCK);
const placeHashes = new Int32Array(BLOCK);

const FOLD = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** Return false to hear no more of this needle. */
type OnHit = (needle: number, at: number) => boolean;

interface Anchored {
  readonly needle: number;
  /** Where in the needle the anchor ends. */
  readonly end: number;
}

export class Matcher {
  readonly #needles: readonly Uint8Array[];
  readonly #short: Anchors;
  readonly #long: Anchors;

  /** At least three bytes each. */
  constructor(needles: readonly string[]) {
    this.#needles = needles.map((needle) => Buffer.from(needle, 'utf8').map((byte) => FOLD[byte] ?? byte));
    this.#short = new Anchors(SHORT, this.#needles);
    this.#long = new Anchors(LONG, this.#needles);
  }

  lengthOf(needle: number): number {
    return this.#needles[needle]?.length ?? 0;
  }

  /** Of what begins before `end`. */
  scan(bytes: Uint8Array, end: number, onHit: OnHit): void {
    for (const anchors of [this.#short, this.#long])
      if (anchors.size > 0)
        for (const [last, hash] of anchors.placesIn(bytes)) this.#compare(anchors, hash, bytes, last, end, onHit);
  }

  #compare(anchors: Anchors, hash: number, bytes: Uint8Array, last: number, end: number, onHit: OnHit): void {
    for (const { needle, end: anchorEnd } of anchors.at(hash)) {
      const at = last - anchorEnd;
      if (at < 0 || at >= end || !this.#isAt(needle, bytes, at)) continue;
      if (!onHit(needle, at)) anchors.remove(hash, needle);
    }
  }

  #isAt(needle: number, bytes: Uint8Array, at: number): boolean {
    const wanted = this.#needles[needle];
    if (wanted === undefined || at + wanted.length > bytes.length) return false;
    for (let index = 0; index < wanted.length; index += 1)
      if (FOLD[bytes[at + index] ?? 0] !== wanted[index]) return false;
    return true;
  }
}

class Anchors {
  readonly #width: number;
  readonly #bits = new Uint32Array(2 ** TABLE_BITS / 32);
  readonly #anchored = new Map<number, readonly Anchored[]>();
  size = 0;

  /** Takes those of the needles that are of its width. */
  constructor(width: number, needles: readonly Uint8Array[]) {
    this.#width = width;
    const mine = [...needles.entries()].filter(([, { length }]) => (width === LONG) === length >= LONG);
    const counts = new Map<number, number>();
    for (const [, bytes] of mine) hashes(bytes, width, (_, hash) => counts.set(hash, (counts.get(hash) ?? 0) + 1));
    for (const [needle, bytes] of mine) {
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

  remove(hash: number, needle: number): void {
    const rest = this.at(hash).filter((other) => other.needle !== needle);
    this.#anchored.set(hash, rest);
    this.size -= 1;
    if (rest.length === 0) this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] ?? 0) & ~(1 << (hash & 31));
  }

  #add(hash: number, anchored: Anchored): void {
    this.#anchored.set(hash, [...this.at(hash), anchored]);
    this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] ?? 0) | (1 << (hash & 31));
    this.size += 1;
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

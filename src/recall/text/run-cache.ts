/**
 * What was made of a run, found again by the characters of a text in place: no string is cut out to look it up. One entry per
 * slot; a run that falls on a taken slot replaces what is there, so the size is fixed and frequent runs stay by coming back.
 * A run is kept when it comes for the second time: most that come once never come again, and would leave garbage that lives long.
 */

const SLOTS = 1 << 13;
/** Longer runs seldom come again. */
const LONGEST_RUN = 40;
/** FNV-1a, mixed once more: the ends of words are much alike. */
const FIRST_HASH = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const MIX_FACTOR = 0x85ebca6b;

interface Entry<Made> {
  readonly run: string;
  readonly made: Made;
}

export class RunCache<Made> {
  readonly #slots: (Entry<Made> | undefined)[] = new Array(SLOTS).fill(undefined);
  /** By slot, what was missed there last. */
  readonly #missed = new Int32Array(SLOTS);
  readonly #make: (run: string) => Made;

  constructor(make: (run: string) => Made) {
    this.#make = make;
  }

  of(text: string, start: number, end: number): Made {
    const length = end - start;
    if (length > LONGEST_RUN) return this.#make(text.slice(start, end));
    let hash = FIRST_HASH;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
    const slot = (Math.imul(hash ^ (hash >>> 16), MIX_FACTOR) >>> 13) & (SLOTS - 1);
    const entry = this.#slots[slot];
    if (entry !== undefined && entry.run.length === length && isAt(text, start, entry.run)) return entry.made;
    const run = detached(text.slice(start, end));
    const made = this.#make(run);
    if (this.#missed[slot] === hash) this.#slots[slot] = { run, made };
    else this.#missed[slot] = hash;
    return made;
  }
}

function isAt(text: string, start: number, run: string): boolean {
  for (let at = 0; at < run.length; at += 1) if (text.charCodeAt(start + at) !== run.charCodeAt(at)) return false;
  return true;
}

/** A part of a string keeps all of it in memory; what is kept for long must not. */
function detached(part: string): string {
  return ` ${part}`.slice(1);
}

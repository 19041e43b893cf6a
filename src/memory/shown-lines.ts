/**
 * Which lines of a text stood somewhere before, in the same words. A line does when nearly all of its words stand there a few
 * in a row, or when it is a short one and stands there as a line; together with the lines beside it that do, it must be more
 * than people say again by themselves: a command, an answer, a phrase of a few words stays theirs. What they said themselves
 * before it was shown anywhere is theirs, too.
 *
 * Limits: what is told in other words, or as the smaller part of a line of one's own, is not found.
 */
import { WORD_WEIGHT, WordWindows } from './word-windows.ts';

/** Of lines beside each other: people hardly put seven words in a row just as an output did. */
const FEWEST_WEIGHT = 7 * WORD_WEIGHT;
const FEWEST_LETTERS = 30;
/** Of a line, the part that must stand there: a word may be added, left out or spelt otherwise. */
const STANDING = 0.7;

const END = 0x3fff;

export type WindowHashes = Uint32Array;

/** For a text that others are compared with. */
export function windowHashes(text: string): WindowHashes {
  const hashes: number[] = [];
  new WordWindows(text).each((hash) => hashes.push(hash));
  return Uint32Array.from(hashes);
}

interface Window {
  /** From which word to before which one, again and again. */
  readonly places: number[];
  /** Since when others show it, and the person says it. */
  shown: number;
  said: number;
}

interface LineWords {
  weight: number;
  letters: number;
}

/** Behind the last one: nobody has shown it. */
const OTHER: LineWords = { weight: 1, letters: 0 };

export class ShownLines {
  readonly #windows = new Map<number, Window>();
  /** Which ends their hashes have: nearly all others are told by it, and a session has hundreds of thousands. */
  readonly #ends = new Uint8Array(END + 1);
  readonly #lines: LineWords[] = [];
  /** Of each word. */
  readonly #weights: number[] = [];
  readonly #lineOf: number[] = [];

  /** The next ones, each without its line end; in parts, because it takes time with their length. */
  add(lines: readonly string[]): void {
    const [line, word] = [this.#lines.length, this.#weights.length];
    for (const _ of lines) this.#lines.push({ weight: 0, letters: 0 });
    const words = new WordWindows(lines.join('\n'));
    for (const [at, weight] of words.weights.entries()) {
      const number = line + (words.lines[at] ?? 0);
      this.#weights.push(weight);
      this.#lineOf.push(number);
      const own = this.#lines[number];
      if (own === undefined) continue;
      own.weight += weight;
      own.letters += words.letters[at] ?? 0;
    }
    words.each((hash, from, to) => {
      this.#ends[hash & END] = 1;
      const places = this.#windows.get(hash)?.places;
      if (places === undefined)
        this.#windows.set(hash, { places: [word + from, word + to], shown: Infinity, said: Infinity });
      else places.push(word + from, word + to);
    });
  }

  /** Whether there is enough of it to be known again. */
  get isLong(): boolean {
    return isEnough(
      this.#lines.reduce((sum, { weight }) => sum + weight, 0),
      this.#lines.reduce((sum, { letters }) => sum + letters, 0),
    );
  }

  shown(hashes: WindowHashes, at: number): void {
    for (const window of this.#among(hashes)) window.shown = Math.min(window.shown, at);
  }

  /** By the person themselves. */
  said(hashes: WindowHashes, at: number): void {
    for (const window of this.#among(hashes)) window.said = Math.min(window.said, at);
  }

  /** Their numbers, in order. A line without words goes with the one above. */
  standing(): readonly number[] {
    const stands = this.#standingWeights();
    const found: number[] = [];
    let [first, weight, letters] = [-1, 0, 0];
    for (let at = 0; at <= this.#lines.length; at += 1) {
      const line = this.#lines[at] ?? OTHER;
      const own = stands[at] ?? 0;
      if (own >= line.weight * STANDING) {
        if (first < 0 && line.weight > 0) first = at;
        [weight, letters] = [weight + own, letters + line.letters];
        continue;
      }
      if (isEnough(weight, letters)) for (let number = first; number < at; number += 1) found.push(number);
      [first, weight, letters] = [-1, 0, 0];
    }
    return found;
  }

  #among(hashes: WindowHashes): readonly Window[] {
    const found: Window[] = [];
    for (let at = 0; at < hashes.length; at += 1) {
      const hash = hashes[at] ?? 0;
      if (this.#ends[hash & END] !== 1) continue;
      const window = this.#windows.get(hash);
      if (window !== undefined) found.push(window);
    }
    return found;
  }

  /** Of each line, what of its weight was shown. */
  #standingWeights(): Uint32Array {
    const isShown = new Uint8Array(this.#weights.length);
    for (const { places, shown, said } of this.#windows.values()) {
      if (shown >= said) continue;
      for (let at = 0; at < places.length; at += 2) isShown.fill(1, places[at], places[at + 1]);
    }
    const stands = new Uint32Array(this.#lines.length);
    for (const [word, line] of this.#lineOf.entries())
      if (isShown[word] === 1) stands[line] = (stands[line] ?? 0) + (this.#weights[word] ?? 0);
    return stands;
  }
}

function isEnough(weight: number, letters: number): boolean {
  return weight >= FEWEST_WEIGHT && letters >= FEWEST_LETTERS;
}

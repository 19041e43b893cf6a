/**
 * What a text is about by the directions of its words, and how much of a prompt finds a kindred word in it: "slow" in what
 * says "latency", "Rechnung" in what says "invoice". Pure but for the shipped table.
 */
import type { Token } from './tokenise.ts';
import { wordVectors } from './word-vectors.ts';

/** Two words that have nothing to do with each other are about as like as this. */
const UNRELATED = 0.35;
const SAME = 0.99;
/** A turn may be long; its first words say what it is about. */
const MOST_ROWS = 150;
const SMALL = 0.3;

export interface TextMeaning {
  /** Of its words, each once. */
  readonly rows: readonly number[];
  /** Of length 1. */
  readonly mean: Float32Array;
}

export interface WeighedRow {
  readonly row: number;
  readonly weight: number;
  /** Stands in what says what is wanted. */
  readonly isOfHead: boolean;
}

export interface Alignment {
  /** The weight of the prompt's words that find a kindred one, by how near it is. */
  readonly soft: number;
  /** The same of the words that say what is wanted. */
  readonly softOfHead: number;
  /** Of one word that is not the same, the most; and of all, the second most. */
  readonly bestOther: number;
  readonly second: number;
  /** The share of its own words that find a kindred one in the prompt. */
  readonly reverse: number;
}

const NO_ALIGNMENT: Alignment = { soft: 0, softOfHead: 0, bestOther: 0, second: 0, reverse: 0 };

export function rowOf({ term, kind }: Token): number | undefined {
  return kind === 'word' || kind === 'whole' ? wordVectors().placeOf(term) : undefined;
}

export function meaningOfTokens(tokens: Iterable<Token>): TextMeaning {
  const rows = new Set<number>();
  for (const token of tokens) {
    const row = rowOf(token);
    if (row !== undefined) rows.add(row);
    if (rows.size >= MOST_ROWS) break;
  }
  return { rows: [...rows], mean: wordVectors().meanOf(rows) };
}

/** How like the words of a prompt are to those of texts: each other word is compared once, in however many texts it stands. */
export class WordsNearby {
  readonly #prompt: readonly WeighedRow[];
  readonly #rows: readonly number[];
  readonly #likenesses = new Map<number, Float64Array>();

  constructor(prompt: readonly WeighedRow[]) {
    this.#prompt = prompt;
    this.#rows = prompt.map(({ row }) => row);
  }

  in({ rows }: TextMeaning): Alignment {
    if (this.#prompt.length === 0 || rows.length === 0) return NO_ALIGNMENT;
    const best = new Float64Array(this.#prompt.length);
    let [found, all] = [0, SMALL];
    for (const row of rows) {
      const likenesses = this.#likenessesOf(row);
      let nearest = 0;
      for (let at = 0; at < best.length; at += 1) {
        const like = likenesses[at] ?? 0;
        if (like > nearest) nearest = like;
        if (like > (best[at] ?? 0)) best[at] = like;
      }
      const telling = wordVectors().tellingOf(row);
      all += telling;
      found += telling * kinship(nearest);
    }
    return { ...this.#gains(best), reverse: found / all };
  }

  #gains(best: Float64Array): Omit<Alignment, 'reverse'> {
    let [soft, softOfHead, bestOther, first, second] = [0, 0, 0, 0, 0];
    this.#prompt.forEach(({ weight, isOfHead }, at) => {
      const likeness = best[at] ?? 0;
      const gain = weight * kinship(likeness);
      soft += gain;
      if (isOfHead) softOfHead += gain;
      if (likeness <= SAME) bestOther = Math.max(bestOther, gain);
      if (gain > first) [first, second] = [gain, first];
      else if (gain > second) second = gain;
    });
    return { soft, softOfHead, bestOther, second };
  }

  #likenessesOf(row: number): Float64Array {
    const known = this.#likenesses.get(row);
    if (known !== undefined) return known;
    const likenesses = wordVectors().likenesses(row, this.#rows);
    this.#likenesses.set(row, likenesses);
    return likenesses;
  }
}

function kinship(likeness: number): number {
  return Math.max(0, Math.min(1, (likeness - UNRELATED) / (1 - UNRELATED)));
}

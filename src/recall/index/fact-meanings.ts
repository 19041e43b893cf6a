/**
 * What facts mean, beside their words: a direction for what each says and one for each way it may be asked for, a byte a
 * number. Those nearest to a prompt come into question also when they share no word with it. A space's are read once and
 * again when a fact came or went; of more than `MOST_FACTS` only the newest.
 */
import type { Learning } from '../../memory/learning.ts';
import { informative } from '../text/informative.ts';
import { meaningOfTokens } from '../text/text-meaning.ts';
import { DIMENSIONS } from '../text/word-vectors.ts';
import type { IndexReader } from './index-reader.ts';
import type { SpaceView } from './space-view.ts';

const MOST_FACTS = 5_000;
const MOST_ASKED = 4;
/** Spaces whose facts are kept: those that people work in at a time, and what they link. */
const KEPT_SPACES = 16;
const FULL = 127;

interface SpaceMeanings {
  readonly facts: number;
  readonly removals: number;
  /** The number of the fact at each row. */
  readonly nums: Uint32Array;
  readonly rows: Int8Array;
}

export function factMeaning({
  content,
  subject,
  asked = [],
}: Pick<Learning, 'content' | 'subject' | 'asked'>): Uint8Array {
  const texts = [`${content}\n${subject ?? ''}`, ...asked.slice(0, MOST_ASKED)];
  const bytes = new Int8Array(texts.length * DIMENSIONS);
  texts.forEach((text, at) => {
    const { mean } = meaningOfTokens(informative(text));
    mean.forEach((number, d) => {
      bytes[at * DIMENSIONS + d] = Math.round(FULL * number);
    });
  });
  return new Uint8Array(bytes.buffer);
}

export class FactMeanings {
  readonly #index: IndexReader;
  /** The one used last is the last. */
  readonly #spaces = new Map<string, SpaceMeanings>();

  constructor(index: IndexReader) {
    this.#index = index;
  }

  /** Numbers of the facts nearest to a direction, the nearest first. */
  nearest(space: SpaceView, direction: Float32Array, limit: number): readonly number[] {
    const { nums, rows } = this.#of(space);
    const best = new Map<number, number>();
    for (let row = 0; row < nums.length; row += 1) {
      let like = 0;
      for (let d = 0, at = row * DIMENSIONS; d < DIMENSIONS; d += 1, at += 1)
        like += (direction[d] ?? 0) * (rows[at] ?? 0);
      const num = nums[row] ?? 0;
      if (like > (best.get(num) ?? 0)) best.set(num, like);
    }
    return [...best]
      .sort(([a, x], [b, y]) => y - x || b - a)
      .slice(0, limit)
      .map(([num]) => num);
  }

  #of(space: SpaceView): SpaceMeanings {
    const known = this.#spaces.get(space.id);
    this.#spaces.delete(space.id);
    const isCurrent = known?.facts === space.docs.count && known.removals === space.removals;
    const current = isCurrent ? known : this.#read(space);
    this.#spaces.set(space.id, current);
    const [oldest] = this.#spaces.keys();
    if (this.#spaces.size > KEPT_SPACES && oldest !== undefined) this.#spaces.delete(oldest);
    return current;
  }

  #read(space: SpaceView): SpaceMeanings {
    const nums: number[] = [];
    const parts: Uint8Array[] = [];
    for (const { num, meaning } of this.#index.meanings(space, MOST_FACTS)) {
      for (let at = 0; at < meaning.length; at += DIMENSIONS) nums.push(num);
      parts.push(meaning);
    }
    return {
      facts: space.docs.count,
      removals: space.removals,
      nums: Uint32Array.from(nums),
      rows: new Int8Array(Uint8Array.from(Buffer.concat(parts)).buffer),
    };
  }
}

/**
 * One ranking from words and meaning: both scores brought to 0 … 1 over all hits of either, then weighed. Ranks alone
 * (reciprocal rank fusion) were measured to do harm with weak vectors: a far neighbour counts like a near one.
 * Never for telling whether two texts say the same: opposites lie close together.
 */
export interface LexicalHit<Key> {
  readonly key: Key;
  readonly score: number;
}

export interface FusedHit<Key> extends LexicalHit<Key> {
  /** Both 0 … 1; 0 for a hit that only the other one has. */
  readonly lexical: number;
  readonly semantic: number;
}

const LEXICAL_WEIGHT = 0.6;
const SEMANTIC_WEIGHT = 0.4;

/** Best first; among equals in the order they came. */
export function fuse<Key>(
  lexical: readonly LexicalHit<Key>[],
  semantic: ReadonlyMap<Key, number>,
): readonly FusedHit<Key>[] {
  const words = new Map(lexical.map(({ key, score }) => [key, score]));
  const keys = [...new Set([...words.keys(), ...semantic.keys()])];
  const byWords = scale(words, keys);
  const byMeaning = scale(semantic, keys);
  return keys
    .map((key) => {
      const parts = { lexical: byWords(key), semantic: byMeaning(key) };
      return { key, ...parts, score: LEXICAL_WEIGHT * parts.lexical + SEMANTIC_WEIGHT * parts.semantic };
    })
    .sort((one, other) => other.score - one.score);
}

/** A missing score counts as the lowest there is; where all are the same, having one is all that counts. */
function scale<Key>(scores: ReadonlyMap<Key, number>, keys: readonly Key[]): (key: Key) => number {
  const values = [...scores.values()];
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const range = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) - low;
  const scaled = new Map(keys.map((key) => [key, scaledOne(scores.get(key), low, range)]));
  return (key) => scaled.get(key) ?? 0;
}

function scaledOne(score: number | undefined, low: number, range: number): number {
  if (score === undefined) return 0;
  return range === 0 ? 1 : (score - low) / range;
}

/**
 * The best candidates by words, put in order once more by how near they lie to the question in meaning. The cosine of each
 * counts a fifth of what lies between the best and the last of them. Nothing is found by meaning alone, nothing is lost, and
 * what comes after them stays behind them.
 * Never for telling whether two texts say the same: opposites lie close together.
 */
import type { RecordId } from '../../memory/ids.ts';
import type { RecallHit } from '../recall.ts';
import type { Found } from './hits.ts';

/** Cosines of hits by their keys: of all that may be sent, or of none. */
export type Cosines = readonly (readonly [key: string, cosine: number])[];

/** A candidate, and what a model may read of it. */
export interface CandidateText {
  readonly key: string;
  readonly text: string;
}

/** As many as four requests of vectors hold, with the question. */
const RERANKED = 63;
const MEANING_WEIGHT = 0.2;

/** Best first, as `found` is; without records that a person has marked sensitive, which is not told by their rows. */
export function candidateTexts(found: readonly Found[], sensitive: ReadonlySet<RecordId>): readonly CandidateText[] {
  return found.slice(0, RERANKED).flatMap(({ key, stored, sendable: text = '' }) => {
    const isSensitive = stored !== undefined && sensitive.has(stored.id);
    return isSensitive || text.trim() === '' ? [] : { key, text };
  });
}

export function reranked(found: readonly Found[], cosines: Cosines): readonly Found[] {
  const byKey = new Map(cosines);
  const first = found.slice(0, RERANKED);
  const known = first.flatMap(({ key }) => byKey.get(key) ?? []);
  if (known.length === 0) return found;
  const best = first[0]?.score ?? 0;
  const least = first.at(-1)?.score ?? 0;
  const range = best > least ? best - least : best;
  // What may not be sent is moved neither up nor down.
  const middle = known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  const moved = first.map((each) => {
    const cosine = byKey.get(each.key);
    const gain = MEANING_WEIGHT * range * Math.max(0, cosine ?? middle);
    return withMeaning(each, each.score + gain, cosine);
  });
  return [...moved.sort((a, b) => b.score - a.score), ...found.slice(RERANKED)];
}

function withMeaning(found: Found, score: number, cosine: number | undefined): Found {
  const hit = (): RecallHit => {
    const made = found.hit();
    const { explanation } = made;
    if (explanation === undefined || cosine === undefined) return { ...made, score };
    return { ...made, score, explanation: { ...explanation, parts: { ...explanation.parts, semantic: cosine } } };
  };
  return { ...found, score, hit };
}

/** The figures of BM25: how much a word counts that is said so often in a passage that is so long. Pure. */
import type { SpaceView } from '../index/space-view.ts';

/** How much more a long passage must hold to count the same. */
const LENGTH_NORM = 0.7;

export function normOf({ lengths }: SpaceView, doc: number, averageLength: number): number {
  return 1 - LENGTH_NORM + (LENGTH_NORM * (lengths[doc] ?? 0)) / averageLength;
}

export function saturated(times: number, norm: number, saturation: number): number {
  return ((saturation + 1) * times) / (times + saturation * norm);
}

/** How many passages a word reaches through neighbours too, as far as that can be told without walking them. */
export function spread(holding: number, docs: number): number {
  return docs * (1 - Math.exp((-2.5 * holding) / docs));
}

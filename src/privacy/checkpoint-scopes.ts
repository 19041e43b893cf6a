/**
 * What a checkpoint is of: every space that has acts, not only those that were touched. An act that is replayed must find
 * the user scope as it was then, and after a checkpoint of that scope no replay does. Only where very much is known are
 * untouched spaces left out, whose replay then may differ in what they share with the user scope.
 */
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { SpaceId } from '../memory/ids.ts';

/** To read and write as much takes some tenths of a second. */
const MOST_LEARNINGS = 5_000;

export async function checkpointScopes(
  touched: readonly (SpaceId | null)[],
  spaces: Iterable<SpaceId | null>,
  knowledge: Knowledge,
): Promise<readonly (SpaceId | null)[]> {
  const { learningsEver } = await knowledge.counts();
  return [...new Set([null, ...touched, ...(learningsEver <= MOST_LEARNINGS ? spaces : [])])];
}

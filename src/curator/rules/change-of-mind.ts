/**
 * Words of a person that surely replace something known. Who says "the port is 5434 now" says something that lasts because
 * there is something it changes: by itself it could as well be about today.
 */
import { isOperational, type Learning } from '../../memory/learning.ts';
import { relationBetween } from '../../memory/replacement/relation.ts';

export interface ChangeOfMind {
  readonly old: Learning;
  /** As `relationBetween` tells. */
  readonly likely: number;
}

/** The likeliest of several. */
export function changedBy(words: string, known: readonly Learning[]): ChangeOfMind | undefined {
  let best: ChangeOfMind | undefined;
  for (const old of known) {
    if (old.validTo !== null || old.type === 'ACTION' || isOperational(old.type)) continue;
    const { relation, sure, likely } = relationBetween(old.content, words, { among: known.length });
    if (sure && relation.startsWith('replaces') && likely > (best?.likely ?? 0)) best = { old, likely };
  }
  return best;
}

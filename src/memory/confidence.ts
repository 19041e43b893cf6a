/** How sure a learning is, as it is said again or contradicted (C-030, C-031, C-034). */

import { ACTIVE_CONFIDENCE, type Aging, confidenceAt } from './decay.ts';
import { NEW_CONFIDENCE } from './learning.ts';

const REINFORCEMENT = 0.1;
const CONTRADICTION = 0.2;

export function reinforced(confidence: number): number {
  return rounded(Math.min(1, confidence + REINFORCEMENT));
}

export function contradicted(confidence: number): number {
  return rounded(Math.max(0, confidence - CONTRADICTION));
}

/** How sure it is once it is said again: what has faded begins anew (C-030, C-031, C-037). */
export function confirmedAgain(
  learning: Aging,
  now: number,
): { readonly confidence: number; readonly cause: 'reinforced' | 'reactivated' } {
  const confidence = confidenceAt(learning, now);
  return confidence < ACTIVE_CONFIDENCE
    ? { confidence: NEW_CONFIDENCE, cause: 'reactivated' }
    : { confidence: reinforced(confidence), cause: 'reinforced' };
}

/** Tenths that were added up stay tenths. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

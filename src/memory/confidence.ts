/** How sure a learning is, as it is said again or contradicted (C-030, C-031, C-034). */

export const NEW_CONFIDENCE = 0.7;
const REINFORCEMENT = 0.1;
const CONTRADICTION = 0.2;

export function reinforced(confidence: number): number {
  return rounded(Math.min(1, confidence + REINFORCEMENT));
}

export function contradicted(confidence: number): number {
  return rounded(Math.max(0, confidence - CONTRADICTION));
}

/** Tenths that were added up stay tenths. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/**
 * What is given again and again and never used is given later: it sinks, mildly, and one use lifts it for good. It never
 * sinks so far that what clearly applies is kept back: what is not given can never be used again.
 */

/** Fewer say nothing yet. */
export const PATIENCE = 3;
const EACH_TIME = 0.95;
const FLOOR = 0.8;

/** What to multiply a score by. `shown` counts the times it was judged. */
export function sinkFactor(shown: number, used: number): number {
  if (shown < PATIENCE || used > 0) return 1;
  return Math.max(FLOOR, EACH_TIME ** (shown - PATIENCE + 1));
}

/**
 * How a model is recognised: by what it makes of one text. Names stay when weights, settings or sizes change, and not every
 * server tells a version; a vector that points elsewhere tells all of it. Small differences are rounding of the hardware.
 */
export const PROBE_TEXT = 'We decided to keep the old database until the migration is done.';

const SAME_COSINE = 0.98;

/** Both of length 1. */
export function isSameModel(before: Float32Array, now: Float32Array): boolean {
  if (before.length !== now.length) return false;
  return now.reduce((sum, value, at) => sum + value * (before[at] ?? 0), 0) >= SAME_COSINE;
}

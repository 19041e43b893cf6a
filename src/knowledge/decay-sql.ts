/**
 * `confidenceAt` and `isActive` of memory/decay.ts for queries: told by two columns that do not change from day to day
 * (0007-decay). Limits: to a billionth, where those there round to a millionth.
 */
import { ACTIVE_CONFIDENCE, DECAY_PER_WEEK, GRACE_MS, WEEK_MS } from '../memory/decay.ts';
import type { Condition } from './conditions.ts';

const BILLION = 1e9;
/** What rounds to enough is enough. */
const ENOUGH = ACTIVE_CONFIDENCE * BILLION - 500;

/** What all that fades has lost by now: `fading` less this is what is left. */
export function lossAt(now: number): number {
  return Math.round(((now - GRACE_MS) / WEEK_MS) * DECAY_PER_WEEK * BILLION);
}

export function isActiveAt(now: number): Condition {
  return [`valid_to IS NULL AND superseded_by IS NULL AND sureness >= ${ENOUGH} AND fading >= ?`, ENOUGH + lossAt(now)];
}

export function isInactiveAt(now: number): Condition {
  return [
    `(valid_to IS NOT NULL OR superseded_by IS NOT NULL OR sureness < ${ENOUGH} OR fading < ?)`,
    ENOUGH + lossAt(now),
  ];
}

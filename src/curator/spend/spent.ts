import type { SettledCall } from '../../memory/model-call.ts';

/** The window of the daily cap: it slides, so that midnight gives nobody a second budget. */
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** What a call counts: what it cost, or what was reserved while nobody knows. */
export function usdOf({ end, reservedUsd }: SettledCall): number {
  return end === null ? reservedUsd : end.costUsd;
}

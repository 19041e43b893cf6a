/**
 * How many records may be hidden at once without a person's word: a tenth of those that still have their text; and where
 * there are many records, three times the most that were ever hidden at once. A day's share of what is kept counts as usual
 * once there was a sweep, because the first may have been a small one; before the first of many records a person is asked.
 */
import type { SweepRecord } from '../../journal/sqlite/hidden-records.ts';

const SHARE = 0.1;
const MANY_RECORDS = 1_000;
const TIMES_LARGEST = 3;

export function sweepLimit({ lastRecord, withText, largest }: SweepRecord, days: number | 'off'): number {
  const share = Math.floor(withText * SHARE);
  if (lastRecord <= MANY_RECORDS) return share;
  if (largest === 0) return 0;
  const daily = days === 'off' ? 0 : Math.floor(withText / days);
  return Math.min(share, Math.max(TIMES_LARGEST * largest, daily));
}

/** Names of months and days as people write them in English, in their order. */

export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');
export const WEEKDAYS: readonly string[] = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
export const DAY_MS = 86_400_000;

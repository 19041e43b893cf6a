/** How much better a moment fits the times that a question names: 1 where it names none. Pure. */
import type { NamedTimes } from './named-times.ts';

const DAY_MS = 86_400_000;
const IN_MONTH = 1.2;
const ON_DAY = 1.3;
const IN_YEAR = 1.06;
const IN_RANGE = 1.4;
/** People speak of a day just before it and in the days after. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 3;

export function timeFactor(times: NamedTimes, ts: number): number {
  const { months, years, days, range } = times;
  const inRange = range !== undefined && ts >= range.from && ts <= range.to ? IN_RANGE : 1;
  if (months.size === 0 && years.size === 0) return inRange;
  const date = new Date(ts);
  const year = date.getUTCFullYear();
  const fitsYear = years.size === 0 || years.has(year);
  if (months.size === 0) return inRange * (fitsYear ? IN_YEAR : 1);
  if (days.some((day) => isNear(ts, day.year ?? year, day.month, day.day))) return inRange * IN_MONTH * ON_DAY;
  return inRange * (fitsYear && months.has(date.getUTCMonth()) ? IN_MONTH : 1);
}

function isNear(ts: number, year: number, month: number, day: number): boolean {
  const distance = Math.floor(ts / DAY_MS) - Math.floor(Date.UTC(year, month, day) / DAY_MS);
  return distance >= -DAYS_BEFORE && distance <= DAYS_AFTER;
}

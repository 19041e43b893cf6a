/** How much better a moment fits: the times that a question names, and, a little, the present. Pure. */
import type { SpaceView } from '../index/space-view.ts';
import { DAY_MS } from '../text/calendar.ts';
import type { NamedTimes } from './named-times.ts';

const ON_DAY = 1.7;
const IN_MONTH = 1.3;
const IN_RANGE = 1.3;
const IN_YEAR = 1.1;
/** People speak of a day just before it and in the days after. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 3;

/** Half as new after so long. */
const RECENT_HALF_MS = 30 * DAY_MS;

/** 1 for what is newest, towards 0. Counted from the newest there is: a project that slept for a year wakes up as it was. */
export function recency({ newestSeconds }: Pick<SpaceView, 'newestSeconds'>, ts: number): number {
  return 2 ** (-Math.max(0, newestSeconds * 1000 - ts) / RECENT_HALF_MS);
}

/** 1 where a question names no times. */
export function timeFactor(times: NamedTimes, ts: number): number {
  const { months, years, days, range } = times;
  if (months.size === 0 && years.size === 0 && range === undefined) return 1;
  const date = new Date(ts);
  const year = date.getUTCFullYear();
  if (days.some((day) => yearsOf(day.year, year).some((named) => isNear(ts, named, day.month, day.day)))) return ON_DAY;
  const fitsYear = years.size === 0 || years.has(year);
  if (months.size > 0 && fitsYear && months.has(date.getUTCMonth())) return IN_MONTH;
  if (range !== undefined && ts >= range.from && ts <= range.to) return IN_RANGE;
  return months.size === 0 && years.has(year) ? IN_YEAR : 1;
}

/** A day without a year may lie on the other side of new year. */
function yearsOf(named: number | undefined, year: number): readonly number[] {
  return named === undefined ? [year - 1, year, year + 1] : [named];
}

function isNear(ts: number, year: number, month: number, day: number): boolean {
  const distance = Math.floor(ts / DAY_MS) - Math.floor(Date.UTC(year, month, day) / DAY_MS);
  return distance >= -DAYS_BEFORE && distance <= DAYS_AFTER;
}

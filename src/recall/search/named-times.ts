/**
 * Times that a question names: "in May", "7 June 2023", "2023-06-07", "yesterday", "last week", "three days ago". Pure; days
 * are those of UTC, which is near enough for a boost.
 * Limits: English names of months and days; "may" is a month only where the words around it say so.
 */
import { DAY_MS, MONTHS, WEEKDAYS } from '../text/calendar.ts';

const MONTH = `${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept`;
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const MONTH_WORD = new RegExp(`\\b(${MONTH})\\b`, 'g');
const MAY_IS_MONTH =
  /\b(?:in|of|on|since|until|before|after|by|last|this|early|late|mid|\d{1,2}(?:st|nd|rd|th)?) may\b|\bmay,? \d/;
const YEAR = /\b(?:19|20)\d\d\b/g;
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\b`, 'g');
const MONTH_DAY = new RegExp(`\\b(${MONTH}),? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)`, 'g');
const ISO = /\b((?:19|20)\d\d)-(\d{2})-(\d{2})\b/g;
const AGO = /\b(\d{1,3}|an?|a couple of|a few|[a-z]{3,6}) (day|week|month|year)s? ago\b/;
const LAST = new RegExp(
  `\\b(?:last|past|previous) (?:(\\d{1,3}) )?(days?|weeks?|months?|years?|${WEEKDAYS.join('|')})\\b`,
);
const NEAR = /\b(today|yesterday|this (?:week|month|year|morning)|the other day|recently|earlier today)\b/;

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const NEAR_DAYS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  today: [0, 0],
  'this morning': [0, 0],
  'earlier today': [0, 0],
  yesterday: [1, 1],
  'the other day': [7, 1],
  'this week': [7, 0],
  recently: [14, 0],
  'this month': [31, 0],
  'this year': [366, 0],
};

export interface NamedTimes {
  /** 0 … 11. */
  readonly months: ReadonlySet<number>;
  readonly years: ReadonlySet<number>;
  readonly days: readonly { readonly year: number | undefined; readonly month: number; readonly day: number }[];
  /** Counted from now, both ends inclusive. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
}

export function namedTimes(lower: string, now: number): NamedTimes {
  const years = new Set([...lower.matchAll(YEAR)].map(([year]) => Number(year)));
  const [year] = years.size === 1 ? years : [];
  const days = [
    ...[...lower.matchAll(DAY_MONTH)].map(([, day, month]) => ({ year, month: monthOf(month), day: Number(day) })),
    ...[...lower.matchAll(MONTH_DAY)].map(([, month, day]) => ({ year, month: monthOf(month), day: Number(day) })),
    ...[...lower.matchAll(ISO)].map(([, named, month, day]) => ({
      year: Number(named),
      month: Number(month) - 1,
      day: Number(day),
    })),
  ];
  const months = new Set([...lower.matchAll(MONTH_WORD)].map(([, name]) => monthOf(name)));
  if (!MAY_IS_MONTH.test(lower)) months.delete(MONTHS.indexOf('may'));
  for (const { month } of days) months.add(month);
  return { months, years, days, range: rangeOf(lower, now) };
}

function rangeOf(lower: string, now: number): NamedTimes['range'] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const back = (from: number, to: number) => ({ from: today - from * DAY_MS, to: today - to * DAY_MS + DAY_MS - 1 });
  const near = NEAR.exec(lower)?.[1];
  const [nearFrom, nearTo] = near === undefined ? [] : (NEAR_DAYS[near] ?? []);
  if (nearFrom !== undefined && nearTo !== undefined) return back(nearFrom, nearTo);
  const ago = AGO.exec(lower);
  if (ago !== null) {
    const unit = UNIT_DAYS[ago[2] ?? ''] ?? 1;
    const days = countOf(ago[1] ?? '') * unit;
    // The longer ago, the vaguer.
    const slack = Math.max(unit === 1 ? 1 : unit / 2, days * 0.2);
    return days > 0 ? back(Math.ceil(days + slack), Math.max(0, Math.floor(days - slack))) : undefined;
  }
  const last = LAST.exec(lower);
  if (last === null) return undefined;
  const [, count, unit = ''] = last;
  const weekday = WEEKDAYS.indexOf(unit);
  if (weekday >= 0) {
    const days = (new Date(today).getUTCDay() - weekday + 7) % 7 || 7;
    return back(days, days);
  }
  const length = UNIT_DAYS[unit.replace(/s$/, '')] ?? 1;
  // "The last 3 days" end now; "last week" may have been up to two weeks ago.
  return count === undefined ? back(length * 2, 0) : back(Number(count) * length, 0);
}

function countOf(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  if (text === 'a' || text === 'an') return 1;
  if (text === 'a couple of') return 2;
  if (text === 'a few') return 3;
  return NUMBERS.indexOf(text) + 1;
}

function monthOf(name: string | undefined): number {
  return MONTHS.findIndex((month) => month.slice(0, 3) === name?.slice(0, 3));
}

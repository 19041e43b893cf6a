/**
 * Words of a question that are part of a date: a day, a month, a year, a weekday. What was said on such a day counts as if it
 * said so in passing. Pure; days are those of UTC.
 */

import { stem } from '../../text/stem.ts';
import { MONTHS, WEEKDAYS } from '../text/calendar.ts';
import type { QueryWord } from './query.ts';

const MONTH_TERMS = MONTHS.map(stem);
const WEEKDAY_TERMS = WEEKDAYS.map(stem);

export interface DateWord {
  readonly repetition: number;
  fits(date: Date): boolean;
}

export function dateWordsOf(words: readonly QueryWord[]): readonly DateWord[] {
  return words.flatMap(({ term, weight: repetition }) => {
    const fits = fitting(term);
    return fits === undefined ? [] : { repetition, fits };
  });
}

function fitting(term: string): DateWord['fits'] | undefined {
  const month = MONTH_TERMS.indexOf(term);
  if (month >= 0) return (date) => date.getUTCMonth() === month;
  const weekday = WEEKDAY_TERMS.indexOf(term);
  if (weekday >= 0) return (date) => date.getUTCDay() === weekday;
  if (/^(?:19|20)\d\d$/.test(term)) return (date) => date.getUTCFullYear() === Number(term);
  if (/^(?:[1-9]|[12]\d|3[01])$/.test(term)) return (date) => date.getUTCDate() === Number(term);
  return undefined;
}

import { describe, expect, it } from 'vitest';
import { namedTimes } from './named-times.ts';
import { timeFactor } from './time-factor.ts';

/** A Thursday. */
const NOW = Date.parse('2025-11-13T09:30:00Z');

/** What is named, as short as it can be told. */
function told(text: string): string {
  const { months, years, days, range } = namedTimes(text, NOW);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    ...[...months].map((month) => `m${month + 1}`),
    ...[...years].map((year) => `y${year}`),
    ...days.map((each) => `d${each.year ?? '*'}-${each.month + 1}-${each.day}`),
    ...(range === undefined ? [] : [`${day(range.from)}…${day(range.to)}`]),
  ].join(' ');
}

describe('the times that a question names', () => {
  it.each([
    ['what did we do', ''],
    ['in may', 'm5'],
    ['last may', 'm5'],
    ['since may', 'm5'],
    ['may 2023', 'm5 y2023'],
    ['you may go', ''],
    ['may i ask', ''],
    ['it may rain in june', 'm6'],
    ['in june', 'm6'],
    ['in jun', 'm6'],
    ['in june and july', 'm6 m7'],
    ['december 2024', 'm12 y2024'],
    ['in 2023', 'y2023'],
    ['between 2019 and 2021', 'y2019 y2021'],
    ['room 2101', ''],
    ['port 1999x', ''],
    ['7 june', 'm6 d*-6-7'],
    ['7 june 2023', 'm6 y2023 d2023-6-7'],
    ['the 7th of june', 'm6 d*-6-7'],
    ['june 7', 'm6 d*-6-7'],
    ['june 7th, 2023', 'm6 y2023 d2023-6-7'],
    ['on 5 may', 'm5 d*-5-5'],
    ['may 5', 'm5 d*-5-5'],
    ['1st january', 'm1 d*-1-1'],
    ['aug 3rd', 'm8 d*-8-3'],
    ['2023-06-07', 'm6 y2023 d2023-6-7'],
    ['from 2023-06-07 to 2023-06-09', 'm6 y2023 d2023-6-7 d2023-6-9'],
    ['today', '2025-11-13…2025-11-13'],
    ['earlier today', '2025-11-13…2025-11-13'],
    ['this morning', '2025-11-13…2025-11-13'],
    ['yesterday', '2025-11-12…2025-11-12'],
    ['the other day', '2025-11-06…2025-11-12'],
    ['this week', '2025-11-06…2025-11-13'],
    ['recently', '2025-10-30…2025-11-13'],
    ['this month', '2025-10-13…2025-11-13'],
    ['this year', '2024-11-12…2025-11-13'],
    ['last week', '2025-10-30…2025-11-13'],
    ['last month', '2025-09-14…2025-11-13'],
    ['in the last 3 days', '2025-11-10…2025-11-13'],
    ['the past 2 weeks', '2025-10-30…2025-11-13'],
    ['last monday', '2025-11-10…2025-11-10'],
    ['last thursday', '2025-11-06…2025-11-06'],
    ['last friday', '2025-11-07…2025-11-07'],
    ['3 days ago', '2025-11-09…2025-11-11'],
    ['three days ago', '2025-11-09…2025-11-11'],
    ['a week ago', '2025-11-02…2025-11-10'],
    ['a couple of weeks ago', '2025-10-26…2025-11-03'],
    ['a few days ago', '2025-11-09…2025-11-11'],
    ['two months ago', '2025-08-30…2025-09-29'],
    ['a year ago', '2024-05-14…2025-05-15'],
    ['many days ago', ''],
    ['0 days ago', ''],
    ['tomorrow', ''],
  ])('%s', (text, expected) => {
    expect(told(text)).toBe(expected);
  });
});

describe('how well a moment fits', () => {
  it.each([
    ['when was it', '2025-05-07', 1],
    ['on 7 may 2025', '2025-05-07', 1.7],
    ['on 7 may 2025', '2025-05-06', 1.7],
    ['on 7 may 2025', '2025-05-10', 1.7],
    ['on 7 may 2025', '2025-05-05', 1.3],
    ['on 7 may 2025', '2025-05-11', 1.3],
    ['on 7 may 2025', '2024-05-07', 1],
    ['on 7 may', '2024-05-07', 1.7],
    ['in may', '2024-05-30', 1.3],
    ['in may 2025', '2024-05-30', 1],
    ['in may', '2025-06-01', 1],
    ['in 2025', '2025-02-02', 1.1],
    ['in 2025', '2024-02-02', 1],
    ['yesterday', '2025-11-12', 1.3],
    ['yesterday', '2025-11-13', 1],
    ['last week', '2025-11-05', 1.3],
    ['last week', '2025-09-05', 1],
  ])('%s: what was said on %s counts %d', (text, date, factor) => {
    expect(timeFactor(namedTimes(text, NOW), Date.parse(`${date}T23:59:59Z`))).toBe(factor);
    expect(timeFactor(namedTimes(text, NOW), Date.parse(`${date}T00:00:00Z`))).toBe(factor);
  });
});

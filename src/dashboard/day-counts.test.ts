import { expect, it } from 'vitest';
import { DayCounts } from './day-counts.ts';

it('counts days that are over once, until something is put into them or taken out, or it is midnight', async () => {
  let moments = [1, 11, 12, 25];
  const asked: (readonly number[])[] = [];
  const days = new DayCounts(async (midnights) => {
    asked.push(midnights);
    return midnights
      .slice(1)
      .map((until, at) => moments.filter((one) => one >= (midnights[at] ?? 0) && one < until).length);
  });
  const look = (midnights = [0, 10, 20, 30]) => days.between(midnights, moments.length);
  expect(await look()).toEqual([1, 2, 1]);
  moments.push(26);
  expect(await look()).toEqual([1, 2, 2]);
  expect(asked).toEqual([
    [20, 30],
    [0, 10, 20],
    [20, 30],
  ]);
  moments = moments.filter((one) => one !== 11);
  expect(await look()).toEqual([1, 1, 2]);
  moments.push(3);
  expect(await look()).toEqual([2, 1, 2]);
  moments.push(31);
  expect(await look([10, 20, 30, 40])).toEqual([1, 2, 1]);
});

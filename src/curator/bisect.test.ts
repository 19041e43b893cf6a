import { describe, expect, it } from 'vitest';
import { bisect } from './bisect.ts';

/** As a batch does it: all at once first. */
async function run(size: number, isBad: (item: number, call: number) => boolean) {
  const done: number[] = [];
  let calls = 0;
  const attempt = async (items: readonly number[]): Promise<boolean> => {
    calls += 1;
    if (items.some((item) => isBad(item, calls))) return false;
    done.push(...items);
    return true;
  };
  const items = Array.from({ length: size }, (_, index) => index);
  const { bad, failed } = (await attempt(items)) ? { bad: undefined, failed: [] } : await bisect(items, attempt);
  return { bad, failed, done: done.sort((a, b) => a - b), calls, items };
}

describe('bisecting', () => {
  it('finds one bad item in any place of up to 25 in at most log2(n) + 2 calls, and does the rest (F-13)', async () => {
    for (let size = 1; size <= 25; size += 1) {
      for (let poison = 0; poison < size; poison += 1) {
        const { bad, failed, done, calls, items } = await run(size, (item) => item === poison);
        expect({ bad, failed, done }).toEqual({
          bad: poison,
          failed: [],
          done: items.filter((item) => item !== poison),
        });
        expect(calls).toBeLessThanOrEqual(Math.ceil(Math.log2(size)) + 2);
      }
    }
  });

  it('blames nobody for a single bad call', async () => {
    for (let size = 1; size <= 25; size += 1) {
      const { bad, failed, done, items } = await run(size, (_, call) => call === 1);
      expect({ bad, failed, done }).toEqual({ bad: undefined, failed: [], done: items });
    }
  });

  it('blames nobody when everything fails', async () => {
    for (let size = 2; size <= 25; size += 1) {
      const { bad, failed, items } = await run(size, () => true);
      expect({ bad, failed: [...failed].sort((a, b) => a - b) }).toEqual({ bad: undefined, failed: items });
    }
  });

  it('loses no item, whichever two are bad', async () => {
    for (let first = 0; first < 12; first += 1) {
      for (let second = first + 1; second < 12; second += 1) {
        const { bad, failed, done, items } = await run(12, (item) => item === first || item === second);
        const all = [...done, ...failed, ...(bad === undefined ? [] : [bad])];
        expect(all.sort((a, b) => a - b)).toEqual(items);
      }
    }
  });
});

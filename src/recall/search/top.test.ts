import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Top } from './top.ts';

describe('the best of many', () => {
  it('are those with the highest scores, the newer where scores are equal, in whichever order they come', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.nat({ max: 20 }), (all, size) => {
        const top = new Top(size);
        for (const [item, score] of all.entries()) {
          const { least } = top;
          top.offer(item, score);
          if (score < least) expect(top.items()).not.toContain(item);
          else if (score > least) expect(top.items()).toContain(item);
        }
        const expected = [...all.entries()].toSorted(([a, x], [b, y]) => y - x || b - a).slice(0, size);
        const byNumber = (a: number, b: number) => a - b;
        expect(top.items().toSorted(byNumber)).toEqual(expected.map(([item]) => item).toSorted(byNumber));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse } from './fuse.ts';

const lexicalHits = fc
  .uniqueArray(fc.tuple(fc.nat(20), fc.double({ min: -50, max: 50, noNaN: true })), { selector: ([key]) => key })
  .map((pairs) => pairs.map(([key, score]) => ({ key, score })).sort((a, b) => b.score - a.score));

describe('words and meaning in one ranking', () => {
  it('weighs words 0.6 and meaning 0.4, each over all hits of either', () => {
    const lexical = [
      { key: 'a', score: 30 },
      { key: 'b', score: 20 },
      { key: 'c', score: 10 },
    ];
    const semantic = new Map([
      ['c', 0.9],
      ['d', 0.7],
      ['b', 0.5],
    ]);
    expect(fuse(lexical, semantic)).toEqual([
      { key: 'a', lexical: 1, semantic: 0, score: 0.6 },
      { key: 'c', lexical: 0, semantic: 1, score: 0.4 },
      { key: 'b', lexical: 0.5, semantic: 0, score: 0.3 },
      { key: 'd', lexical: 0, semantic: expect.closeTo(0.5), score: expect.closeTo(0.2) },
    ]);
  });

  it('keeps the order of the words when there is no meaning to weigh', () => {
    fc.assert(
      fc.property(lexicalHits, (lexical) => {
        expect(fuse(lexical, new Map()).map(({ key }) => key)).toEqual(lexical.map(({ key }) => key));
      }),
    );
  });

  it('lets every hit of either in, once, with scores from 0 to 1, best first', () => {
    const cosines = fc.uniqueArray(fc.tuple(fc.nat(20), fc.double({ min: -1, max: 1, noNaN: true })), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(lexicalHits, cosines, (lexical, semantic) => {
        const fused = fuse(lexical, new Map(semantic));
        const all = new Set([...lexical.map(({ key }) => key), ...semantic.map(([key]) => key)]);
        expect(fused.map(({ key }) => key).toSorted()).toEqual([...all].toSorted());
        for (const [at, { score }] of fused.entries()) {
          expect(score >= 0 && score <= 1 + 1e-9).toBe(true);
          expect(score).toBeLessThanOrEqual(fused[at - 1]?.score ?? 1 + 1e-9);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PhraseBounds, pairsOf, phraseGain } from './phrases.ts';
import type { WeighedTerm } from './weigh-terms.ts';

const WORDS = Array.from({ length: 40 }, (_, at) => `w${at}`);
const number = fc.integer({ min: 0, max: WORDS.length - 1 });

it('allows a passage no less than it gains, and nothing for one that holds no two words of a pair', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ at: number, weight: fc.double({ min: 0.01, max: 9, noNaN: true }) }), {
        selector: ({ at }) => at,
      }),
      fc.array(number, { maxLength: 60 }),
      (words, said) => {
        const terms = words.map(({ at, weight }, pos) => ({ term: `w${at}`, kind: 'word', weight, pos }));
        const pairs = pairsOf(terms as unknown as readonly WeighedTerm[]);
        const bounds = new PhraseBounds(pairs);
        const held = said.reduce((bits, at) => bits | bounds.bitOf(`w${at}`), 0);
        const tokens = said.map((at, pos) => ({ term: `w${at}`, word: `w${at}`, pos, at: pos, kind: 'word' as const }));
        expect(bounds.most(held)).toBeGreaterThanOrEqual(phraseGain(tokens, pairs));
        const known = said.map((at) => `w${at}`);
        const isPaired = known.some((term) => known.some((other) => pairs.followers.get(term)?.has(other)));
        if (words.length <= 31) expect(bounds.most(held) > 0).toBe(isPaired);
      },
    ),
  );
});

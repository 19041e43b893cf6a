import { describe, expect, it } from 'vitest';
import { sinkFactor } from './sinking.ts';

describe('what is shown and not used', () => {
  it('keeps its place the first times, then sinks mildly to a floor', () => {
    const factors = Array.from({ length: 30 }, (_, shown) => sinkFactor(shown, 0));
    expect(factors.slice(0, 3)).toEqual([1, 1, 1]);
    expect(factors[3]).toBeCloseTo(0.95);
    for (const [shown, factor] of factors.entries()) expect(factor).toBeLessThanOrEqual(factors[shown - 1] ?? 1);
    expect(factors.at(-1)).toBe(0.8);
  });

  it('never sinks once it was used', () => {
    for (const shown of [1, 3, 100]) expect(sinkFactor(shown, 1)).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { precisionOf, recallOf, scoreCuration } from '../../../test/support/curation-score.ts';
import { curateByRules } from './rules.ts';

describe('the rules curator on labelled turns it was not written against', () => {
  const { turns, all } = scoreCuration('test', curateByRules);

  it('is right in nine of ten things it learns (B-055)', () => {
    expect(turns).toBeGreaterThanOrEqual(150);
    expect(all.extracted).toBeGreaterThan(0);
    expect(precisionOf(all)).toBeGreaterThanOrEqual(0.9);
  });

  it('learns at least half of what there is to learn (A-052)', () => {
    expect(recallOf(all)).toBeGreaterThanOrEqual(0.5);
  });
});

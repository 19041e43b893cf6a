/** Search finds what was said once, long ago, however it is asked for. The same at 100,000 records: `npm run bench planted`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { QUERY_KINDS } from '../bench/support/planted-facts.ts';
import { type Harvest, plantAndAsk } from '../bench/support/planting.ts';

const ROWS = 10_000;
const LEAST_FOUND = 28;

let harvests: readonly Harvest[];

beforeAll(async () => {
  harvests = await plantAndAsk(ROWS);
});

describe('thirty facts among ten thousand records of one space (D-021, D-091)', () => {
  it.each(QUERY_KINDS)('come back in the top 10 when asked for by %s, 28 of them or more', (kind) => {
    const harvest = harvests.find((candidate) => candidate.kind === kind);
    expect(harvest?.found, `missed: ${harvest?.missed.join(' | ')}`).toBeGreaterThanOrEqual(LEAST_FOUND);
  });
});

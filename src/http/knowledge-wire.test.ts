import { expect, it } from 'vitest';
import { sampleLearning } from '../knowledge/contract/samples.fixture.ts';
import { learningToWire } from './knowledge-wire.ts';
import { learning } from './openapi/schemas/knowledge.ts';

it('tells of a learning which tier of agent said it, the first when nobody said (C-014)', () => {
  for (const [given, tier] of [
    [{}, 1],
    [{ tier: 3 }, 3],
  ] as const)
    expect(learning.parse(learningToWire(sampleLearning(given))).tier).toBe(tier);
});

import { expect, it } from 'vitest';
import { MarkerTally } from './marker-tally.ts';

it('counts what was noted once, however often it was told (C-013)', () => {
  const tally = new MarkerTally();
  const event = { id: 'e1', kind: 'event', label: 'error', service: 'proxy', text: 'Down' } as const;
  const memory = { id: 'm1', kind: 'memory', label: 'timing', service: null, text: 'Slow' } as const;
  expect(tally.add([event, memory, event])).toEqual([event, memory]);
  expect(tally.add([event, { ...event, id: 'e2' }])).toHaveLength(1);
  expect([tally.memories, tally.events]).toEqual([1, { error: 2 }]);
});

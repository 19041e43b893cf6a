import { expect, it } from 'vitest';
import { isReadBefore } from './read-before.ts';

it.each([
  ['both', true, true],
  ['auto', true, false],
  ['manual', false, true],
  ['off', false, false],
] as const)(
  'L-15: curator.preCompact = %s reads before an automatic compaction: %s, before a manual one: %s',
  (rule, auto, manual) => {
    expect([isReadBefore('auto', rule), isReadBefore('manual', rule), isReadBefore('ended', rule)]).toEqual([
      auto,
      manual,
      true,
    ]);
  },
);

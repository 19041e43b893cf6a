import fc from 'fast-check';
import { expect, it } from 'vitest';
import { termsByPatterns, termsOf } from './run-terms.ts';

const written = fc
  .array(
    fc.oneof(
      fc.constantFrom('get', 'User', 'HTTP', 'iT', 'aB', 'x', 'V2', 'A', '12', '3f2a9bc1', 'deadbeef', 'E1234', 'v1'),
      fc.constantFrom('-', '--', '_', '.', '/', '\\', ':', '@', '#', '+', '&', '~', '$', ',', "'", 'é', '京', "'s"),
      fc.stringMatching(/^[A-Za-z0-9]{1,18}$/),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

it('makes of plain runs what the patterns make of them', () => {
  fc.assert(
    fc.property(written, (run) => {
      expect(termsOf(run)).toEqual(termsByPatterns(run));
    }),
    { numRuns: 2_000 },
  );
});

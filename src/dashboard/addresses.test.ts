import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOutsideId } from '../memory/ids.ts';
import { memoryAddress, sessionAddress, turnAddress } from './addresses.ts';
import { rowId } from './pages/memories/row.tsx';

const anyId = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{1,200}$/).filter(isOutsideId),
  fc.constantFrom('../apps/nightly', '...', './x', '%2e%2e', '//evil.test', '?q#x', '\\..\\x'),
);

it('whatever an id from outside says, its address stays one step below, and names it alone (SRV-13)', () => {
  fc.assert(
    fc.property(anyId, (id) => {
      const addresses = [memoryAddress(id), sessionAddress(id), turnAddress({ sessionId: id, turnId: id })];
      for (const [index, address] of addresses.entries()) {
        const { origin, pathname } = new URL(address, 'http://127.0.0.1:1');
        const [, place, step = '', ...more] = pathname.split('/');
        expect([origin, place, decodeURIComponent(step), more]).toEqual([
          'http://127.0.0.1:1',
          index === 0 ? 'memories' : 'sessions',
          id,
          [],
        ]);
      }
      expect(rowId(id)).toMatch(/^memory-[0-9a-f]{12}$/);
    }),
  );
});

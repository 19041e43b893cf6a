import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacSha256 } from './hmac.ts';

it('agrees with node:crypto for any key and message', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(Buffer.from(hmacSha256(key, message)).toString('hex')).toBe(
        createHmac('sha256', key).update(message).digest('hex'),
      );
    }),
    { numRuns: 500 },
  );
});

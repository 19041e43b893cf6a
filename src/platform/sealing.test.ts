import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSealingKeys, seal, unseal } from './sealing.ts';

const content = fc.uint8Array({ maxLength: 300 });
const keys = createSealingKeys();

it('opens what was sealed, with the private key alone, and never seals alike twice (D-017)', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      const sealed = seal(keys.publicKey, bytes);
      expect(unseal(keys.privateKey, sealed)).toEqual(Buffer.from(bytes));
      expect(seal(keys.publicKey, bytes).equals(sealed)).toBe(false);
    }),
    { numRuns: 50 },
  );
});

it('does not open what was changed in any byte, cut, or sealed to another key (D-017)', () => {
  const other = createSealingKeys();
  fc.assert(
    fc.property(content, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, flip) => {
      const sealed = seal(keys.publicKey, bytes);
      const changed = Buffer.from(sealed);
      const index = at % sealed.length;
      changed[index] = (changed[index] ?? 0) ^ flip;
      for (const [key, broken] of [
        [keys.privateKey, changed],
        [keys.privateKey, sealed.subarray(0, index)],
        [other.privateKey, sealed],
      ] as const)
        expect(() => unseal(key, broken)).toThrow(expect.objectContaining({ code: 'not-unsealed' }));
    }),
    { numRuns: 50 },
  );
});

it('refuses what is no key', () => {
  expect(() => seal('short', Buffer.of(1))).toThrow(expect.objectContaining({ code: 'invalid-key' }));
});

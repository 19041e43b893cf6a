import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortIds } from './short-ids.ts';

it('shortens ids to beginnings of six or more characters that mean one of them each', () => {
  const anyIds = fc.uniqueArray(fc.stringMatching(/^[01]{12}$/), { minLength: 1 });
  fc.assert(
    fc.property(anyIds, (ids) => {
      for (const [id, short] of shortIds(ids)) {
        expect(short.length).toBeGreaterThanOrEqual(6);
        expect(ids.filter((other) => other.startsWith(short))).toEqual([id]);
      }
    }),
  );
  expect([...shortIds(['abcdef-1', 'abcdef-2', 'b00000-9']).values()]).toEqual(['abcdef-1', 'abcdef-2', 'b00000']);
});

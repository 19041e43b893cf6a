import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveId, deriveTimedId, isOutsideId, isTimed, newId, type RecordId, timeOfId } from './ids.ts';

describe('ids', () => {
  it('are the same for the same parts, and differ when a boundary moves', () => {
    expect(deriveId('a', 'b')).toBe(deriveId('a', 'b'));
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (a, b) => {
        expect(deriveId(a, b)).not.toBe(deriveId(a + b));
        expect(deriveId(a, b)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  it('sort by time when they are new (UUIDv7)', () => {
    const ids = [1, 1_700_000_000_000, 1_800_000_000_000].map((now) => newId<RecordId>(now));
    expect([...ids].sort()).toEqual(ids);
    expect(ids[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('sort by time when they are derived for one, and tell it', () => {
    const at = (time: number) => deriveTimedId<RecordId>(time, 'a');
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (a, b) => {
        expect(at(a) < at(b) || a === b).toBe(a <= b);
        expect([timeOfId(at(a)), isTimed(at(a)), isTimed(deriveId(`${a}`))]).toEqual([a, true, false]);
      }),
    );
    expect(at(5)).toBe(at(5));
    expect(deriveTimedId(5, 'b')).not.toBe(at(5));
  });

  it('from outside are short printable words', () => {
    for (const good of ['toolu_01A', '...', '.a', 'é', 'sitzung-größe', '会話-7']) expect(isOutsideId(good)).toBe(true);
    for (const bad of [
      '',
      '.',
      '..',
      'a b',
      'a\nb',
      'a\u202eb',
      'a\u200bb',
      'a\u3164',
      'a\ufe0f',
      '\ud800',
      '\0',
      'x'.repeat(201),
    ])
      expect(isOutsideId(bad)).toBe(false);
  });
});

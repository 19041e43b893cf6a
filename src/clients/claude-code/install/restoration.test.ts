import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restorationOf, restored } from './restoration.ts';

const token = fc.oneof(
  fc.constantFrom('{', '}', '[', ']', ',', ':', ' ', '\n', '\r\n', '\t'),
  fc.string({ unit: 'grapheme' }).map((value) => JSON.stringify(value)),
);

describe('the way back to an original', () => {
  it('is found for any text into which something was inserted, and holds nothing of it', () => {
    const part = fc.record({ text: token, inserted: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const original = parts.flatMap(({ text, inserted }) => (inserted ? [] : text)).join('');
        const written = parts.map(({ text }) => text).join('');
        const pieces = restorationOf(original, written);
        expect(restored(pieces ?? [], written)).toBe(original);
        expect(JSON.stringify(pieces)).toMatch(/^[[\]\d,]*$/);
      }),
    );
  });

  it('is right or absent for any two texts, and never spells out a word', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(token).map((tokens) => tokens.join('')),
    );
    fc.assert(
      fc.property(text, text, (original, written) => {
        const pieces = restorationOf(original, written);
        if (pieces !== null) expect(restored(pieces, written)).toBe(original);
        for (const piece of pieces ?? []) if (typeof piece === 'string') expect(piece).toMatch(/^[\s{}[\],:]$/);
      }),
    );
  });

  it('spells out the switch we turn, also beside another that is on', () => {
    const original = '{"autoMemoryEnabled": true, "env": {"KEY": "value"}, "other": true}';
    const written = original.replace('true', 'false').replace('{', '{"ours": true, ');
    const pieces = restorationOf(original, written) ?? [];
    expect(restored(pieces, written)).toBe(original);
    expect(pieces.filter((piece) => typeof piece === 'string')).toEqual(['"autoMemoryEnabled": true']);
  });
});

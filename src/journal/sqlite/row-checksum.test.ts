import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowChecksum } from './row-checksum.ts';

const whole = (table: string, cells: readonly unknown[]) => crc32(JSON.stringify([table, ...cells]));

describe('the checksum of a row', () => {
  it('is the one of its JSON, whatever stands in it', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.integer(),
      fc.constant(null),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(fc.string(), fc.array(cell), (table, cells) => {
        expect(rowChecksum(table, cells)).toBe(whole(table, cells));
      }),
    );
  });

  it('is the same for long texts that are looked at in parts, wherever their characters are cut (T-07)', () => {
    for (const piece of ['\u{1F642}', 'a\u{1F642}', '"\\\n', 'ł', '\ud800', '\udc00\ud800'])
      for (const length of [64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 200_001]) {
        const text = piece.repeat(length);
        for (const cut of [text, `x${text}`, text.slice(0, length)])
          expect(rowChecksum('records', [7, cut, null, 'x'])).toBe(whole('records', [7, cut, null, 'x']));
      }
  });
});

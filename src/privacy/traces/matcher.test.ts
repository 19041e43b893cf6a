import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Matcher } from './matcher.ts';

function placesOf(needles: readonly string[], text: string): string[] {
  const found: string[] = [];
  const bytes = Buffer.from(text);
  new Matcher(needles).scan(bytes, bytes.length, (needle, at) => found.push(`${needle}@${at}`) > 0);
  return found.sort();
}

function slowly(needles: readonly string[], text: string): string[] {
  const found: string[] = [];
  const hay = text.toLowerCase();
  needles.forEach((needle, index) => {
    for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) found.push(`${index}@${at}`);
  });
  return found.sort();
}

describe('many needles at once', () => {
  it('are found wherever they stand, in either case', () => {
    const letters = fc.constantFrom('a', 'b', 'B', 'ab', 'A');
    const needle = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(
        fc.uniqueArray(needle, { minLength: 1, maxLength: 20 }),
        fc.string({ unit: letters, maxLength: 200 }),
        (needles, text) => {
          expect(placesOf(needles, text)).toEqual(slowly(needles, text));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('also across the blocks the bytes are read in', () => {
    const text = `${'x'.repeat(65_533)}needle`;
    expect(placesOf(['needle', 'eed'], text)).toEqual(['0@65533', '1@65534']);
  });

  it('are not told of again when nobody wants to hear it', () => {
    const bytes = Buffer.from('one two one two');
    let heard = 0;
    const matcher = new Matcher(['one', 'two']);
    for (let time = 0; time < 2; time += 1) matcher.scan(bytes, bytes.length, () => ++heard < 0);
    expect(heard).toBe(2);
  });
});

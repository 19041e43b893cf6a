import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalCut, roughCut } from './limits.ts';

describe('cutting what tools take and give (F-21)', () => {
  it('leaves short text alone and says length and hash of long text', () => {
    expect(finalCut('short', 'key')).toBe('short');
    const cut = finalCut('x'.repeat(1_000_000), 'key');
    expect(cut.length).toBeLessThan(17_000);
    expect(cut).toMatch(/\[… 984000 of 1000000 characters left out, [0-9a-f]{16}-[0-9a-f]{8} …\]/);
  });

  it('speaks of the original after both cuts, and cuts the same whichever way it came', () => {
    const text = Array.from({ length: 20_000 }, (_, line) => `line ${line} of the output`).join('\n');
    expect(finalCut(roughCut(text, 'key'), 'key')).toBe(finalCut(text, 'key'));
  });

  it('drops what stood next to the rough cut, also when redaction made the rest shorter', () => {
    const text = `${'a'.repeat(19_990)}HALF-A-SECRET${'b'.repeat(1_000_000)}`;
    const redacted = roughCut(text, 'key').replace('a'.repeat(15_000), '[gone]');
    expect(redacted).toContain('HALF-A-SEC');
    expect(finalCut(redacted, 'key')).not.toContain('HALF');
  });

  it('hides what is private before it cuts, wherever the tags stand (D-004)', () => {
    const long = 'x'.repeat(100_000);
    for (const text of [
      `${long}<private>${long} SECRET</private> end`,
      `${long}<private>${long} SECRET`,
      `<private>SECRET${long}${long}</private> end`,
    ])
      expect(finalCut(roughCut(text, 'key'), 'key')).not.toContain('SECRET');
    expect(roughCut(`<private>${long}</private> end`, 'key')).toBe('[private] end');
  });

  it('carries marker lines from wherever they stood past the rough cut, and leaves them out in the end (C-066)', () => {
    const line = '[MEMORY:timing:redis] Takes 60s to start';
    const text = `${'x\n'.repeat(50_000)}log: ${line}\n${'y\n'.repeat(50_000)}`;
    expect(roughCut(text, 'key')).toContain(`\n${line}\n`);
    expect(finalCut(roughCut(text, 'key'), 'key')).toBe(finalCut(text, 'key'));
    expect(finalCut(text, 'key')).not.toContain(line);
  });

  it('does not take a note for its own that a tool made up', () => {
    const forged = '\n[… 5 of 10 characters left out, 0123456789abcdef-01234567 …]\n';
    expect(finalCut(`start${forged}end`, 'key')).toBe(`start${forged}end`);
  });

  it('hides the hash of the whole from whoever lacks the key', () => {
    const text = 'y'.repeat(100_000);
    expect(finalCut(text, 'one')).not.toBe(finalCut(text, 'two'));
  });

  it('never leaves half a character behind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (unit) =>
        finalCut(unit.repeat(20_000), 'key').isWellFormed(),
      ),
    );
  });
});

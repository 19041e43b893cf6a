import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, lineKey, linesOf, normalText, textOf } from './file-text.ts';

const anyText = fc
  .array(fc.constantFrom('a', '- b ', '', ' ', '\r', '\n', '\r\n', '\uFEFF', '\u2028'), { maxLength: 20 })
  .map((parts) => parts.join(''));

describe('the normal form', () => {
  it.each([
    ['\uFEFFa\r\nb\rc', 'a\nb\nc\n'],
    ['a\n\n\n', 'a\n'],
    ['a  \nb', 'a  \nb\n'],
    ['\r\n\n', ''],
    ['', ''],
  ])('of %j is %j (F-19)', (text, normal) => {
    expect(normalText(text)).toBe(normal);
  });

  it('is its own normal form, and the text of its lines', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = normalText(text);
        expect(normalText(normal)).toBe(normal);
        expect(textOf(linesOf(normal))).toBe(normal);
        expect(countLines(normal)).toBe(normal.split('\n').length - 1);
        expect(normal).not.toMatch(/\r|^\uFEFF/);
      }),
    );
  });
});

describe('two lines say the same', () => {
  it.each(['- Use  pnpm', '* use pnpm', '  + USE pnpm ', '1. use pnpm', '12) use\tpnpm'])(
    '%j and "use pnpm"',
    (line) => {
      expect(lineKey(line)).toBe('use pnpm');
    },
  );

  it.each(['-use pnpm', '## use pnpm', '- [ ] use pnpm', 'use npm'])('but not %j', (line) => {
    expect(lineKey(line)).not.toBe('use pnpm');
  });

  it('but a line that says nothing has no key', () => {
    expect(['', '  ', '-', '* ', '1.'].map(lineKey)).toEqual(['', '', '', '', '']);
  });
});

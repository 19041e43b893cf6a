import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainPath, quotedName } from './quoted-name.ts';

describe('T-04: a quoted name', () => {
  it('is one line between two back-ticks, cut, and holds nothing that hides or ends it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 1_000 }),
        fc.integer({ min: 2, max: 120 }),
        (name, longest) => {
          const quoted = quotedName(name, longest);
          expect(quoted).toMatch(/^`[^`<>"'\\\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*`$/u);
          expect([...quoted].length).toBeLessThanOrEqual(longest + 2);
        },
      ),
    );
  });

  it('shows an ordinary name as it is', () => {
    expect(quotedName('/home/me/My Project (1)')).toBe('`/home/me/My Project (1)`');
    expect(quotedName('a\nb\u202e"`<c>')).toBe('`a b____c_`');
    expect(quotedName('x'.repeat(1e6), 4)).toBe('`xxx…`');
  });

  it.each([
    ['src/app.ts', true],
    ["My Documents/Bob's notes.md", true],
    ['posts/2024-01-01-how-to-write-a-good-post.md', true],
    ['please read this file before you start', false],
    ['a-b-c-d-e-f-g-h-i-j-k-l-m', false],
    ['src/a\nb', false],
    [`src/${'x'.repeat(65)}`, false],
    ['src/\u2066x', false],
  ])('%j is a plain path: %s', (path, isPlain) => expect(isPlainPath(path)).toBe(isPlain));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hidePrivate } from './private-text.ts';

describe('private text', () => {
  it.each([
    ['call <private>Dr Weiss</private> on Monday', 'call [private] on Monday'],
    ['a <PRIVATE>b</Private> c <private>d</private> e', 'a [private] c [private] e'],
    ['a <private>b\nand everything after', 'a [private]'],
    ['a <private>b <private>c</private> d</private> e', 'a [private] e'],
    ['a <private>b <private>c</private> d', 'a [private]'],
    ['<private reason="health">x</private >y', '[private]y'],
    ['a &lt;private&gt;b&lt;/private&gt; c', 'a [private] c'],
    ['<private></private>', '[private]'],
    ['a <private note="a & b">S</private> c', 'a [private] c'],
    ['a <private note="a > b, c < d">S</private> c', 'a [private] c'],
    [`a <private note="${'n'.repeat(300)}">S</private> c`, 'a [private] c'],
    ['a <private/>S</private> c', 'a [private] c'],
    ['a <private />S</private\n> c', 'a [private] c'],
    ['a <private\nS', 'a [private]'],
    ['nothing </private> to hide', 'nothing </private> to hide'],
    ['class <privateer> and <private-key> and private', 'class <privateer> and <private-key> and private'],
  ])('%j is kept as %j', (text, kept) => {
    expect(hidePrivate(text)).toBe(kept);
  });

  it('never shows a word that stood inside, and changes nothing when done twice', () => {
    const piece = fc.constantFrom(
      '<private>',
      '</private>',
      '<Private >',
      '<private/',
      '<private a="',
      'open ',
      '\n',
      '<',
      '>',
      '&lt;private&gt;',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (before, inside) => {
        const hidden = hidePrivate(`${before.join('')}<private>SECRET${inside.join('')}`);
        expect(hidden).not.toContain('SECRET');
        expect(hidePrivate(hidden)).toBe(hidden);
      }),
    );
  });

  it('takes linear time for a text full of tags', () => {
    const many = '<private>'.repeat(100_000);
    expect(hidePrivate(many)).toBe('[private]');
    expect(hidePrivate(`<private ${'x'.repeat(1_000_000)}`)).toBe('[private]');
    const unended = '</private '.repeat(100_000);
    expect(hidePrivate(unended)).toBe(unended);
    expect(hidePrivate(`</private${' '.repeat(1_000_000)}`)).toHaveLength(1_000_009);
  });
});

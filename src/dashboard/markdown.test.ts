import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

function html(text: string): string {
  return String(Markdown({ text }));
}

/** Every tag that was written as an element. */
function tagsOf(page: string): readonly string[] {
  return page.match(/<[a-z][^>]*>/gi) ?? [];
}

describe('stored Markdown', () => {
  it('is shown as what it says: headings below that of the page, lists, code, links', () => {
    const text =
      '# Tools\n\n## Fixes\n- run `make`\n- **never** *push*\n\n1. [docs](https://a.example/x?y=1&z)\n\n```\na < b\n```\n';
    expect(html(text)).toBe(
      '<div class="prose"><h2>Tools</h2><h3>Fixes</h3><ul><li>run <code>make</code></li>' +
        '<li><strong>never</strong> <em>push</em></li></ul>' +
        '<ol start="1"><li><a href="https://a.example/x?y=1&amp;z" target="_blank" rel="noopener noreferrer" ' +
        'title="https://a.example/x?y=1&amp;z">docs</a></li></ol><pre><code>a &lt; b</code></pre></div>',
    );
  });

  it.each([
    ['HTML as text', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['HTML between words', 'a <img src=x onerror=alert(1)> b', '&lt;img src=x onerror=alert(1)&gt;'],
    ['HTML in code', '`<b>`', '<code>&lt;b&gt;</code>'],
    ['an image as its words', '![a "pixel"](https://evil.example/p.png)', '[image: a &quot;pixel&quot;]'],
    ['an image by name', '![p][x]\n\n[x]: https://evil.example/p.png', '[image: p]'],
    ['a link by name', '[p][x]\n\n[x]: https://a.example/', '<a href="https://a.example/"'],
    ['a mailbox', '<me@a.example>', '<a href="mailto:me@a.example"'],
  ])('shows %s (SRV-13)', (_, text, part) => {
    const page = html(text);
    expect(page).toContain(part);
    expect(tagsOf(page).join('')).not.toMatch(/<(?:script|img|b)\b/);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#9;script:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example/x)',
    '[x](/memories/bulk)',
    '<javascript:alert(1)>',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '[x](https://a.example/"onmouseover="alert(1))',
  ])('never links where it must not, nor lets an address add to its element: %s (SRV-13)', (text) => {
    const links = tagsOf(html(text)).filter((tag) => tag.startsWith('<a '));
    for (const link of links)
      expect(link).toMatch(
        /^<a href="https:\/\/a\.example\/[^"]*" target="_blank" rel="noopener noreferrer" title="[^"]*">$/,
      );
    if (!text.includes('a.example')) expect(links).toEqual([]);
  });

  it('makes nothing but a few harmless elements of any text (SRV-13)', () => {
    const piece = fc.constantFrom(
      '<', '>', '"', "'", '&', '[', ']', '(', ')', '!', '`', '*', '_', '#', '-', '\n', '    ', '> ', '1. ', '](', '][',
      ']: ', 'javascript:', 'https://x', '<svg onload=', '</div>', '<!--', '&lt;', '\u0000', 'a', ' ',
    ); // biome-ignore format: one by one it would fill a page
    const element =
      /^<(?:div class="prose"|h[2-6]|p|em|strong|code|pre|blockquote|ul|li|ol start="\d+"|hr\/?|br\/?|span class="faint"|a href="(?:https?|mailto):[^"]*" target="_blank" rel="noopener noreferrer" title="[^"]*")>$/;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const tag of tagsOf(html(pieces.join('')))) expect(tag).toMatch(element);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['nested quotes', `${'> '.repeat(200)}x`],
    ['nested lists', `${'- '.repeat(30)}x\n`.repeat(200)],
    ['indents', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
    ['emphases', '**_x'.repeat(5_000)],
    ['characters', 'x'.repeat(200_000)],
  ])('is its source where there are %s beyond reason, which would take the parser seconds', (_, text) => {
    expect(html(text)).toMatch(/^<pre/);
  });

  it('is text from where it is nested too deep', () => {
    const deep = html(Array.from({ length: 19 }, (_, depth) => `${' '.repeat(depth * 2)}- x${depth}`).join('\n'));
    expect(deep.match(/<ul>/g)?.length).toBeLessThan(12);
    expect(deep).toContain('x18');
  });
});

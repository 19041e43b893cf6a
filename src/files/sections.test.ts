import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalText } from './file-text.ts';
import { fileSpec } from './manifest.ts';
import { dropLine, placeLine } from './sections.ts';

const USER = fileSpec('user.md');

describe('placing a line', () => {
  it('builds the file in the order of the manifest, the newest line last', () => {
    let content = placeLine('', USER, 'Preferences', 'Prefers tabs');
    content = placeLine(content, USER, 'Facts', 'Lives in Graz');
    content = placeLine(content, USER, 'Corrections', 'Dates are\n DD/MM/YYYY');
    content = placeLine(content, USER, 'Preferences', 'Prefers pnpm');
    expect(content).toBe(
      '# User\n\n## Corrections\n- Dates are DD/MM/YYYY\n\n## Preferences\n- Prefers tabs\n- Prefers pnpm\n\n## Facts\n- Lives in Graz\n',
    );
  });

  it('says nothing twice, wherever it stands', () => {
    const content = '## Whatever\n* prefers  TABS\n';
    expect(placeLine(content, USER, 'Preferences', 'Prefers tabs')).toBe(content);
    expect(placeLine(content, USER, 'Preferences', ' \n ')).toBe(content);
  });

  it('puts nothing into a file that would make it unreadable, and finds the line again', () => {
    const placed = placeLine('', USER, 'Facts', 'a\0b\u0007c');
    expect(placed).toContain('- a b c\n');
    expect(placeLine(placed, USER, 'Facts', 'a\0b\u0007c')).toBe(placed);
    expect(dropLine(placed, 'a\0b\u0007c')).not.toContain('a b c');
  });

  it('leaves what a person made of the file, and makes a missing section again at its place (F-19)', () => {
    const content = 'No title.\n\n### facts ##\nfree text\n#### Deeper\n- x\n\n# My notes\n- y\n';
    const placed = placeLine(content, USER, 'Facts', 'new');
    expect(placed).toBe('No title.\n\n### facts ##\nfree text\n- new\n#### Deeper\n- x\n\n# My notes\n- y\n');
    expect(placeLine(content, USER, 'Preferences', 'new')).toBe(
      content.replace('### facts', '## Preferences\n- new\n\n### facts'),
    );
    const earlier = '## Corrections\n- a\n### Sub\n- b\n\n## My notes\n- y\n';
    expect(placeLine(earlier, USER, 'Facts', 'new')).toBe(
      '## Corrections\n- a\n### Sub\n- b\n\n## Facts\n- new\n\n## My notes\n- y\n',
    );
    expect(placeLine('- y\n', USER, 'Facts', 'new')).toBe('- y\n\n## Facts\n- new\n');
    expect(placeLine('## Facts\n', USER, 'Corrections', 'new')).toBe('## Corrections\n- new\n\n## Facts\n');
  });

  it('takes no heading out of fenced code, unless the fence is never closed', () => {
    const fenced = '```sh\n## Facts\n```\n';
    expect(placeLine(fenced, USER, 'Facts', 'new')).toBe(`${fenced}\n## Facts\n- new\n`);
    expect(placeLine('```sh\n## Facts\n', USER, 'Facts', 'new')).toBe('```sh\n## Facts\n- new\n');
  });

  it('is done once, and takes nothing away', () => {
    const line = fc.constantFrom('# User', '## Facts', '### Preferences', '## Mine', '- a', '  b', '', '```', '# c');
    const text = fc.constantFrom('a', 'new', '# c', '- x', '```', '## Facts');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom(...USER.sections),
        text,
        (lines, section, added) => {
          const content = normalText(lines.join('\n'));
          const once = placeLine(content, USER, section, added);
          expect(placeLine(once, USER, section, added)).toBe(once);
          expect(normalText(once)).toBe(once);
          let from = 0;
          for (const kept of content.split('\n').filter((entry) => entry !== '')) {
            from = once.split('\n').indexOf(kept, from) + 1;
            expect(from).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('a line', () => {
  const content = '# User\n\n## Facts\n- Uses npm\n  1. Lives in Graz\n* uses NPM\n';

  it('is dropped however it is written, and headings are not lines', () => {
    expect(dropLine(content, 'uses npm')).toBe('# User\n\n## Facts\n  1. Lives in Graz\n');
    expect(dropLine(content, '## Facts')).toBe(content);
    expect(dropLine(content, '')).toBe(content);
    expect(dropLine(content, 'unknown')).toBe(content);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addExclusion, exclusionPattern, hasExclusion, removeExclusion } from './exclude-text.ts';

const PATTERN = '.claude/settings.local.json';

describe('our line in info/exclude', () => {
  it('comes and goes without changing another byte', () => {
    const line = fc.constantFrom('', '# note', '*.log', PATTERN, '.claude/');
    const text = fc
      .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'))
      .map(([lines, end]) => lines.map((one) => one + end).join(''));
    fc.assert(
      fc.property(text, (before) => {
        const added = addExclusion(before, PATTERN);
        expect(hasExclusion(before, PATTERN)).toBe(false);
        expect(hasExclusion(added, PATTERN)).toBe(true);
        expect(added.startsWith(before)).toBe(true);
        expect(removeExclusion(added, PATTERN)).toBe(before);
      }),
    );
  });

  it('starts on a line of its own', () => {
    expect(addExclusion('*.log', PATTERN)).toMatch(/^\*\.log\n#.*\n\.claude\/settings\.local\.json\n$/);
    expect(addExclusion(null, PATTERN)).toMatch(/^#.*\n\.claude/);
  });

  it('names one file and no other', () => {
    expect(exclusionPattern(PATTERN)).toBe(PATTERN);
    expect(exclusionPattern('settings.json')).toBe('/settings.json');
    expect(exclusionPattern('a [b]*?/!x')).toBe('a \\[b]\\*\\?/!x');
    expect(exclusionPattern('#a/b ')).toBe('\\#a/b\\ ');
  });
});

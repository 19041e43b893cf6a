import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, keysOf, lineKey, linesOf, normalText } from './file-text.ts';
import { type FileSpec, fileSpec } from './manifest.ts';
import { trimToLimit } from './trim.ts';

const spec = (limitLines: number): FileSpec => ({ ...fileSpec('user.md'), limitLines });
const trim = (limitLines: number, content: string, humanLines: readonly string[] = []) =>
  trimToLimit({ spec: spec(limitLines), content, humanLines });

describe('a file over its limit (A-015, A-016)', () => {
  const content = '# User\n\n## Corrections\n- c1\n- c2\n\n## Mine\n- m1\n\n## Facts\n- f1\n- f2\n';

  it('is left alone when it fits', () => {
    expect(trim(12, content)).toEqual({ content, cut: [] });
  });

  it('loses blank lines and empty sections before anything that says something', () => {
    const airy = '# User\n\n\n\n## Corrections\n\n- c1\n\n- c2\n\n## Preferences\n\n## Facts\n- f1\n\n\n';
    expect(trim(8, normalText(airy))).toEqual({
      content: '# User\n\n## Corrections\n- c1\n- c2\n\n## Facts\n- f1\n',
      cut: [],
    });
  });

  it('loses the oldest lines of what is worth least: unknown sections, then the last of the manifest', () => {
    expect(trim(11, content)).toEqual({
      content: '# User\n\n## Corrections\n- c1\n- c2\n\n## Facts\n- f1\n- f2\n',
      cut: ['- m1'],
    });
    expect(trim(8, content).cut).toEqual(['- m1', '- f1']);
    expect(trim(4, content).cut).toEqual(['- m1', '- f1', '- f2', '- c1']);
  });

  it('never loses a human line, and then is too long rather than poorer (F-19)', () => {
    const human = ['- m1', '* F1', '- f2'];
    expect(trim(11, content, human)).toMatchObject({ cut: ['- c1'] });
    const tight = trim(3, content, human);
    expect(linesOf(tight.content)).toEqual(['- m1', '- f1', '- f2']);
    expect(linesOf(trim(2, content, human).content)).toEqual(['- m1', '- f1', '- f2']);
  });

  it('loses fenced code as a whole', () => {
    const fenced = '## Facts\n```sh\n# build\n\nmake\n```\n- f1\n';
    expect(trim(6, fenced)).toEqual({ content: '## Facts\n- f1\n', cut: ['```sh', '# build', 'make', '```'] });
  });

  it('keeps a section for what stands below its sub-headings', () => {
    const nested = '## Mine\n- x\n\n## Facts\n### Home\n- f1\n';
    expect(trim(5, nested)).toEqual({ content: '## Facts\n### Home\n- f1\n', cut: ['- x'] });
  });

  it('is within the limit unless human lines alone are not, loses no human line, and hands back what went', () => {
    const line = fc.oneof(
      fc.constantFrom('# User', '## Facts', '### Sub', '## Corrections', '## Mine', '', '', '```', '~~~'),
      fc.nat(30).map((number) => `- line ${number}`),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.subarray([1, 2, 3, 5, 8, 13]),
        fc.integer({ min: 1, max: 12 }),
        (lines, numbers, limit) => {
          const before = normalText(lines.join('\n'));
          const humanLines = numbers.map((number) => `- line ${number}`);
          const { content: after, cut } = trim(limit, before, humanLines);
          const humanKeys = keysOf(humanLines);
          const humanIn = (text: string): string[] => linesOf(text).filter((entry) => humanKeys.has(lineKey(entry)));
          expect(humanIn(after)).toEqual(humanIn(before));
          expect(countLines(after)).toBeLessThanOrEqual(Math.max(limit, humanIn(before).length));
          const said = keysOf([...linesOf(after), ...cut]);
          for (const entry of linesOf(before)) if (entry.startsWith('-')) expect(said).toContain(lineKey(entry));
        },
      ),
      { numRuns: 300 },
    );
  });
});

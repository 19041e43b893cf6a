import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysOf, lineKey, linesOf, normalText } from './file-text.ts';
import { mergeThreeWay } from './merge.ts';

const text = (...lines: readonly string[]): string => normalText(lines.join('\n'));

describe('a three-way merge (F-19)', () => {
  const base = text('# User', '', '## Preferences', '- tabs', '- npm', '', '## Facts', '- Graz');

  it('takes what only one side changed, also when the changes touch', () => {
    const human = base.replace('- npm', '- npm\n- vim');
    expect(mergeThreeWay({ base, curator: base.replace('- tabs', '- spaces'), human })).toBe(
      human.replace('- tabs', '- spaces'),
    );
    expect(mergeThreeWay({ base, curator: base.replace('- npm', '- pnpm'), human })).toBe(
      human.replace('- npm', '- pnpm'),
    );
    expect(mergeThreeWay({ base, curator: `${base}- Linz\n`, human })).toBe(`${human}- Linz\n`);
  });

  it('keeps what both added in one place, and what they say alike once', () => {
    const human = `${base}- Linz\n- Wels\n`;
    expect(mergeThreeWay({ base, curator: `${base}- Steyr\n* LINZ\n`, human })).toBe(`${human}- Steyr\n`);
    const section = text('', '## Corrections', '- h');
    const merged = mergeThreeWay({ base, curator: `${base}\n## Corrections\n- c\n`, human: base + section });
    expect(merged).toBe(`${base}${section}- c\n`);
  });

  it("takes the curator's code whole, whatever code the human wrote", () => {
    const human = base.replace('## Facts', '```\nnpm test\n```\n\n## Facts');
    const code = '```\nnpm ci\nnpm test\n```\n';
    expect(mergeThreeWay({ base, curator: base + code, human })).toBe(human + code);
  });

  it('lets the human win where both changed the same line', () => {
    const human = base.replace('- npm', '- yarn');
    expect(mergeThreeWay({ base, curator: base.replace('- npm', '- pnpm'), human })).toBe(human);
    expect(mergeThreeWay({ base, curator: base.replace('- tabs\n- npm', '- tabs with npm'), human })).toBe(human);
  });

  it('never brings back what the human took out, also when the curator moved it', () => {
    const human = base.replace('- npm\n', '');
    const curator = `${base.replace('- npm\n', '')}- npm\n`;
    expect(mergeThreeWay({ base, curator, human })).toBe(human);
    expect(mergeThreeWay({ base, curator: base, human: '' })).toBe('');
  });

  const line = fc.oneof(
    fc.constantFrom('', '# T', '## A', '## B', '<<<'),
    fc.nat(8).map((number) => `- ${number}`),
    fc.nat(8).map((number) => `  * ${number}`),
  );
  const anyText = fc.array(line, { maxLength: 14 }).map((lines) => text(...lines));

  it('loses no line the human added, brings none back, and invents none', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (from, curator, human) => {
        const merged = mergeThreeWay({ base: from, curator, human });
        const keys = keysOf(linesOf(merged));
        const baseKeys = keysOf(linesOf(from));
        const humanKeys = keysOf(linesOf(human));
        for (const key of humanKeys) if (!baseKeys.has(key)) expect(keys).toContain(key);
        const known = new Set([...humanKeys, ...keysOf(linesOf(curator))]);
        for (const entry of linesOf(merged)) {
          const key = lineKey(entry);
          if (key === '') continue;
          expect(known).toContain(key);
          if (!key.startsWith('#') && baseKeys.has(key)) expect(humanKeys).toContain(key);
        }
        expect(normalText(merged)).toBe(merged);
      }),
      { numRuns: 500 },
    );
  });

  it('is the one side when the other changed nothing, or the same', () => {
    fc.assert(
      fc.property(anyText, anyText, (from, changed) => {
        expect(mergeThreeWay({ base: from, curator: from, human: changed })).toBe(changed);
        expect(mergeThreeWay({ base: from, curator: changed, human: from })).toBe(changed);
        expect(mergeThreeWay({ base: from, curator: changed, human: changed })).toBe(changed);
      }),
      { numRuns: 300 },
    );
  });
});

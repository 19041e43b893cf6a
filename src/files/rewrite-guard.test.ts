import { describe, expect, it } from 'vitest';
import { fileSpec } from './manifest.ts';
import { judgeRewrite } from './rewrite-guard.ts';

const WORDS = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliet'];
const BEFORE = `# User\n\n## Facts\n${WORDS.map((word) => `- ${word} stands for ${word.slice(0, 1)}\n`).join('')}`;
const without = (...words: readonly string[]): string =>
  words.reduce((text, word) => text.replace(new RegExp(`- ${word} .*\n`), ''), BEFORE);
const judge = (after: string, humanLines: readonly string[] = [], before = BEFORE) =>
  judgeRewrite({ spec: fileSpec('user.md'), before, after, humanLines });

describe('a rewrite', () => {
  it('may lose 30 % of the lines and no more', () => {
    expect(judge(without('alpha', 'bravo', 'charlie'))).toEqual({ verdict: 'accept' });
    expect(judge(without('alpha', 'bravo', 'charlie', 'delta'))).toEqual({
      verdict: 'hold',
      reason: 'it would lose 4 of 10 lines, and 3 may go at once',
      lost: ['- alpha stands for a', '- bravo stands for b', '- charlie stands for c', '- delta stands for d'],
    });
    expect(judge('')).toMatchObject({ verdict: 'hold' });
  });

  it('may move, indent and re-bullet every line', () => {
    const after = `# User\n${WORDS.toReversed()
      .map((word) => `  * ${word.toUpperCase()}  stands for ${word.slice(0, 1)}\n`)
      .join('')}`;
    expect(judge(after)).toEqual({ verdict: 'accept' });
  });

  it('may say lines differently, and several in one', () => {
    expect(judge(BEFORE.replaceAll('stands for', 'still stands for the letter'))).toEqual({ verdict: 'accept' });
    const together = without(...WORDS.slice(0, 5)).concat(`- ${WORDS.slice(0, 5).join(' ')} stands for a b c d e\n`);
    expect(judge(together)).toEqual({ verdict: 'accept' });
  });

  it('gains nothing by one line that resembles many', () => {
    const after = without(...WORDS.slice(0, 5)).concat('- zulu stands for a b c d e\n');
    expect(judge(after)).toMatchObject({ verdict: 'hold', lost: { length: 4 } });
  });

  it('waits when a human line is gone or said differently, in a file of free turnover too (F-19)', () => {
    const human = ['- alpha stands for a'];
    for (const after of [without('alpha'), BEFORE.replace('alpha stands', 'alpha still stands')]) {
      const expected = { verdict: 'hold', reason: 'it would take away what a person wrote', lost: human };
      expect(judge(after, human)).toEqual(expected);
      expect(judgeRewrite({ spec: fileSpec('context.md'), before: BEFORE, after, humanLines: human })).toEqual(
        expected,
      );
    }
    expect(judge(BEFORE.replace('- alpha', '  * Alpha'), human)).toEqual({ verdict: 'accept' });
  });

  it('may replace everything in a file of free turnover', () => {
    const rewrite = { spec: fileSpec('context.md'), before: BEFORE, after: '- new\n', humanLines: [] };
    expect(judgeRewrite(rewrite)).toEqual({ verdict: 'accept' });
  });

  it('may drop one line of a short file, but not the last', () => {
    expect(judge('- b1\n', [], '- a1\n- b1\n')).toEqual({ verdict: 'accept' });
    expect(judge('', [], '- a1\n')).toMatchObject({ verdict: 'hold', lost: ['- a1'] });
    expect(judge('- a1\n', [], '')).toEqual({ verdict: 'accept' });
  });

  it('counts a script without spaces by its characters', () => {
    expect(judge('- 日付は日月年の順で書く\n', [], '- 日付は年月日の順で書く\n')).toEqual({ verdict: 'accept' });
  });
});

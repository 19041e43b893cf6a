import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { report as say } from '../../../test/support/figures.ts';
import { evaluate } from './evaluate.ts';
import { readCases } from './evaluation-case.ts';
import { reportLines, reportOf } from './evaluation-report.ts';
import { keeping, keptAnswers } from './kept-answers.ts';

const SET = join(import.meta.dirname, '../../../data/evaluation');
const PATH = join(SET, 'cases.jsonl');
const TEXT = readFileSync(PATH, 'utf8');

function caseOf(fields: object): string {
  return JSON.stringify({
    id: 'one',
    lang: 'en',
    turns: [{ prompt: 'we indent with tabs in this project, always' }],
    expect: [],
    ...fields,
  });
}

const TABS = { quote: 'we indent with tabs', words: ['tabs'], kind: 'PREFERENCE', scope: 'space' };

async function resultOf(fields: object, ...answers: readonly string[]) {
  const ask = async (_: string, number: number) => ({
    text: answers[number - 1] ?? 'NONE',
    ended: 'complete' as const,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
  });
  const [result] = await evaluate(readCases(caseOf(fields), 'test'), ask);
  if (result === undefined) throw new Error('no result');
  return result;
}

describe('the evaluation of model answers', () => {
  it('loses nothing of the kept answers without a reason, and keeps nothing forbidden', async () => {
    const report = reportOf(await evaluate(readCases(TEXT, PATH), keptAnswers(join(SET, 'answers')), { atOnce: 8 }));
    const { answered, kept, held, dropped, right, wrong, scores } = report;
    for (const stage of ['raw', 'product', 'union'] as const) {
      const { items, right: own, expected, met } = scores[stage];
      say(`hand-written answers, ${stage}`, { precision: `${own} of ${items}`, recall: `${met} of ${expected}` });
    }
    expect(kept + held + dropped).toBe(answered);
    expect(Object.keys({ ...right, ...wrong })).not.toContain('vanished');
    // Those answers hold all that is expected: whatever is missing afterwards, the product has lost.
    expect(scores.raw.met).toBe(scores.raw.expected);
    expect(report.forbidden).toEqual([]);
    expect(reportLines(report).join('\n')).toContain(`${answered} items answered`);
  });

  it('covers ten languages and has an answer for each case', () => {
    const cases = readCases(TEXT, PATH);
    expect(new Set(cases.map(({ lang }) => lang)).size).toBeGreaterThanOrEqual(10);
    expect(cases.flatMap(({ turns }) => turns).length).toBeGreaterThanOrEqual(40);
    const answers = readdirSync(join(SET, 'answers'));
    for (const { id } of cases) expect(answers).toContain(`${id}.answer.txt`);
  });

  it('tells what was kept, what was dropped and why, and what the product lost of the answer', async () => {
    const answer =
      'PREFERENCE: Indents with tabs in this project, always (turns 1; scope space)\nFACT: The office has a blue door (turns 1)\n';
    const result = await resultOf({ expect: [TABS], forbid: [{ words: ['blue door'] }] }, answer);
    expect(result.answered.map(({ isRight, outcome }) => [isRight, outcome])).toEqual([
      [true, 'kept'],
      [false, expect.not.stringMatching(/^(?:kept|vanished)$/)],
    ]);
    expect(result).toMatchObject({ raw: { items: 2, right: 1, met: 1 }, product: { met: 1, scopeRight: 1 } });
    expect(result).toMatchObject({ lost: [], forbidden: [], outdated: [] });
  });

  it('counts a right item that is not kept as lost', async () => {
    const expected = { quote: 'we indent with tabs', words: ['bananas'], kind: 'PREFERENCE' };
    const { lost, answered } = await resultOf({ expect: [expected] }, 'PREFERENCE: Likes bananas (turns 1)\n');
    expect(lost).toEqual(['PREFERENCE: we indent with tabs']);
    expect(answered[0]?.outcome).not.toBe('kept');
  });

  it('plays batches one after the other, and names what should be gone', async () => {
    const turns = [
      { prompt: 'we indent with tabs in this project, always', read: true },
      { prompt: 'how late is it?' },
    ];
    const fields = { turns, expect: [TABS], gone: [{ words: ['tabs'] }] };
    const result = await resultOf(
      fields,
      'PREFERENCE: Indents with tabs in this project, always (turns 1; scope space)\n',
      'NONE',
    );
    expect(result.outdated).toEqual(['tabs']);
  });

  it('throws what kept the model from answering, and measures no rules in its place', async () => {
    const off = Object.assign(new Error('no'), { code: 'spend-cap' });
    const ask = () => Promise.reject(off);
    await expect(evaluate(readCases(caseOf({}), 'test'), ask)).rejects.toBe(off);
  });

  it('keeps questions and answers as files, and answers from them again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carryover-kept-answers-'));
    try {
      const cases = readCases(caseOf({ expect: [TABS] }), 'test');
      const answer = 'PREFERENCE: Indents with tabs in this project, always (turns 1; scope space)\n';
      const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
      const ask = async () => ({ text: answer, ended: 'complete', ...usage }) as const;
      const first = await evaluate(cases, keeping(folder, ask));
      expect(readFileSync(join(folder, 'one.question.txt'), 'utf8')).toContain(
        'we indent with tabs in this project, always',
      );
      expect(await evaluate(cases, keptAnswers(folder))).toEqual(first);
      await expect(evaluate(readCases(caseOf({ id: 'two' }), 'test'), keptAnswers(folder))).rejects.toMatchObject({
        code: 'no-answer',
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['what is no JSON', 'nonsense', 'line 1'],
    ['an unknown field', caseOf({ expects: [] }), 'expects'],
    ['a quote that nobody said', caseOf({ expect: [{ ...TABS, quote: 'we indent with spaces' }] }), 'no turn says'],
    ['an id that is there twice', `${caseOf({})}\n${caseOf({})}`, 'twice'],
    ['an empty set', '\n', 'no case'],
  ])('refuses %s and says where', (_, text, why) => {
    expect(() => readCases(text, 'set.jsonl')).toThrow(why);
  });
});

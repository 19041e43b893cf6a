import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CuratorAnswer } from '../answer.ts';
import { anyAnswer, HOSTILE_PIECES, hostileText } from './answer.fixture.ts';
import { normalAnswer } from './normal-answer.ts';
import { parseAnswer } from './parse-answer.ts';
import { renderAnswer } from './render-answer.ts';

/** Others every time; `CARRYOVER_ANSWER_RUNS=10000` looks for longer. */
const RUNS = Number(process.env.CARRYOVER_ANSWER_RUNS ?? 3_000);

describe('the grammar of answers (A-060, B-060)', () => {
  it('gives back every answer in its normal form, whatever the texts and files hold', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const normal = normalAnswer(answer);
        expect(normalAnswer(normal)).toEqual(normal);
        expect(parseAnswer(renderAnswer(answer))).toEqual(normal);
      }),
      { numRuns: RUNS },
    );
  });

  it('reads anything without throwing, and what it reads is in normal form', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('complete' as const, 'length' as const), (text, ended) => {
        const answer = parseAnswer(text, ended);
        expect(normalAnswer(answer)).toEqual(answer);
      }),
      { numRuns: RUNS },
    );
  });

  it('never takes a file in part when an answer is cut off, wherever that happens', () => {
    fc.assert(
      fc.property(anyAnswer, fc.double({ min: 0, max: 1, noNaN: true }), (answer, share) => {
        const text = renderAnswer(answer);
        const cut = text.slice(0, Math.floor(text.length * share));
        const whole = normalAnswer(answer).files;
        for (const { name, content } of [...parseAnswer(cut).files, ...parseAnswer(cut, 'length').files])
          expect(whole).toContainEqual({ name, content });
      }),
      { numRuns: RUNS },
    );
  });

  it('drops what stood open at the end of an answer that ran out of tokens, and keeps the rest', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const { learnings, files } = parseAnswer(renderAnswer(answer).trimEnd(), 'length');
        const normal = normalAnswer(answer);
        expect(normal.files.length - files.length).toBeLessThanOrEqual(1);
        // Of the last learning, the ways to ask for it may be what was cut off.
        const known = normal.learnings.slice(0, learnings.length);
        expect(known.map((learning, at) => ({ ...learning, asked: learnings[at]?.asked }))).toEqual(
          learnings.map((learning) => ({ ...learning, asked: learning.asked })),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a hostile answer', () => {
  const HOSTILE_CHARS = 5_000_000;
  /** Linear reading takes well under a second; anything quadratic takes minutes. */
  const CPU_LIMIT_MS = 10_000;
  const found = ({ learnings, actions, done }: CuratorAnswer) => [learnings.length, actions.length, done.length];

  it.each([
    HOSTILE_PIECES.join('\n'),
    '\n',
    'FACT: x\n',
    '(turns 3)\n',
    '```\n',
    '~~~x\n',
    'FACT: (',
    'x (turns 1',
    `(${' '.repeat(1_000)})\n`,
    `FACT: x (turns ${' '.repeat(900)}1)\n`,
    `FACT:${' '.repeat(1_000)}`,
    '[ ',
    '}]',
    '\n---',
    'USER_MD_UPDATE:\n```\n',
    '* ',
  ])('costs little, however often it says %j', (piece) => {
    const text = piece.repeat(Math.ceil(HOSTILE_CHARS / piece.length));
    const before = process.cpuUsage();
    const answer = parseAnswer(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(CPU_LIMIT_MS);
    for (const count of found(answer)) expect(count).toBeLessThanOrEqual(100);
    for (const { content } of answer.learnings) expect(content.length).toBeLessThanOrEqual(1_000);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { featuresOf, messageOf } from './features.ts';
import { Model } from './model.ts';
import { readMessage, readWith } from './read-message.ts';
import weights from './weights.json' with { type: 'json' };

/** Where the subject is what becomes of a statement that was found, a lower bar finds it whatever the weights of the day. */
const lenient = new Model({ ...weights, bars: { english: 0.4, other: 0.4 } });
const read = (text: string) => readWith(lenient, text, {});

function durable(text: string): number {
  return lenient.verdictOn(featuresOf(text, messageOf([text], ''), 0, lenient.isFrequent)).durable;
}

describe('readMessage', () => {
  it.each([
    ['en', 'always run the tests before you say that something is done', 'run the tests'],
    ['de', 'ab jetzt immer pnpm statt npm verwenden', 'mach den Button größer'],
    ['es', 'a partir de ahora usa siempre pnpm, nunca npm', 'arregla el botón'],
    ['fr', 'désormais on utilise toujours pnpm, jamais npm', 'corrige le bouton'],
    ['it', "d'ora in poi usa sempre pnpm, mai npm", 'sistema il bottone'],
    ['pt', 'a partir de agora use sempre pnpm, nunca npm', 'arruma o botão'],
    ['ru', 'всегда запускай тесты перед коммитом', 'запусти тесты'],
    ['zh', '以后提交之前必须先跑测试', '跑一下测试'],
    ['ja', 'コミットする前に必ずテストを実行してください', 'テストを実行して'],
    ['ko', '앞으로 커밋하기 전에 항상 테스트를 돌려줘', '테스트 돌려줘'],
  ])('hears more of a rule in a plain rule than in a request: %s', (_, rule, request) => {
    expect(durable(rule)).toBeGreaterThan(durable(request) + 1);
  });

  it('takes what plainly lasts', () => {
    expect(readMessage('I prefer short answers without bullet points')).toMatchObject([
      { kind: 'preference', scope: 'user' },
    ]);
    expect(readMessage('Dates are DD/MM/YYYY in this project')).toMatchObject([{ kind: 'rule', scope: 'space' }]);
  });

  it.each([
    'fix the login button',
    'why does the build fail?',
    'thanks, looks good',
    'mach den Button größer',
    '¿por qué falla el test?',
    '这个报错是什么意思？',
    'テストが落ちています',
    '',
    '   \n\n',
    '```\nalways use npm\n```',
    '> never deploy on fridays',
  ])('leaves %j alone', (text) => {
    expect(readMessage(text)).toEqual([]);
  });

  it('takes several statements of one message, each in the own words and at its place', () => {
    const text =
      'Please fix the date column.\n\n- **we always use pnpm, never npm**\n- what broke it?\n- from now on all dates must be YYYY-MM-DD';
    const found = read(text);
    expect(found.map(({ quote }) => quote)).toEqual([
      'we always use pnpm, never npm',
      'from now on all dates must be YYYY-MM-DD',
    ]);
    for (const { quote, from, to } of found) expect(text.slice(from, to)).toBe(quote);
  });

  it('gives what was said before to a bare request to remember it', () => {
    const [statement] = read('The staging database is wiped every Monday. Remember that.');
    expect(statement).toMatchObject({ quote: 'The staging database is wiped every Monday.', kind: 'remember' });
    expect(readMessage('Remember that.')).toEqual([]);
  });

  it('L-06: takes what is to be remembered when the request says it itself, without the request', () => {
    for (const [said, quote] of [
      ['remember: the API runs on port 4000', 'the API runs on port 4000'],
      ['запомни: порт 5433', 'порт 5433'],
      ['记住：数据库端口是5433', '数据库端口是5433'],
    ] as const)
      expect(readMessage(said)).toMatchObject([{ kind: 'remember', quote }]);
  });

  it('L-06: keeps all of what is for later, though by itself it would be a request', () => {
    expect(readMessage('TODO: urgent, fix the payment webhook')).toMatchObject([
      { kind: 'later', quote: 'urgent, fix the payment webhook' },
    ]);
  });

  it.each([
    ['I ran npm install.', 'no, use pnpm', 'use pnpm'],
    ['I wrote the date as MM/DD/YYYY.', 'No, dates should be DD/MM/YYYY', 'dates should be DD/MM/YYYY'],
    ['The server listens on port 3000.', "That's wrong. The API runs on port 4000.", 'The API runs on port 4000.'],
  ])('L-06: hears that what the agent said is set right, after "%s": %s', (before, said, quote) => {
    expect(readMessage(said, { before })).toMatchObject([{ kind: 'correction', quote }]);
  });

  it.each(['no, thanks', 'no, line 40', 'no, the other file', 'Wrong. It still fails.', 'No, make the button blue'])(
    'L-06: hears no correction in what is about the work at hand: %s',
    (said) => expect(readMessage(said, { before: 'I changed the file and ran npm install.' })).toEqual([]),
  );

  it('tells the person from the space', () => {
    expect(read('I prefer short answers without bullet points')).toMatchObject([{ scope: 'user' }]);
    expect(read('we never commit to main, always open a pull request')).toMatchObject([{ scope: 'space' }]);
  });

  /** Finds every sentence, so that any change of a verdict shows. */
  const all = new Model({ ...weights, bars: { english: -99, other: -99 } });
  const neutral = [
    'Done.',
    'All tests pass now.',
    'Ich habe die Datei gespeichert.',
    '完成了。',
    'I have listed the routes below.',
  ];
  const sayings = [
    'always run the linter before a commit',
    'iso weeks',
    'make the button blue',
    'why is it red?',
    'ab jetzt immer pnpm statt npm verwenden',
  ];
  it.each(neutral)('hears the same after a neutral answer: %s', (before) => {
    for (const saying of sayings) expect(readWith(all, saying, { before })).toEqual(readWith(all, saying, {}));
  });

  it('reads a megabyte without end in sight, and odd characters', () => {
    const rule = 'we always use pnpm, never npm';
    for (const part of ['word ', 'a', '. ', '- x\n', '世', '\ud83d', '\0', ', ']) {
      const text = `${part.repeat(1_000_000 / part.length)}\n\n${rule}`;
      expect(readMessage(text).at(-1)?.to ?? text.length).toBe(text.length);
    }
  });

  it('has weights of less than 500 KB', () => {
    expect(readFileSync(new URL('./weights.json', import.meta.url)).length).toBeLessThan(500_000);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

const quotes = (text: string, before = '') => readMessage(text, { before }).map(({ quote }) => quote);

describe('readMessage', () => {
  it.each([
    ['en', 'always run the tests before you say that something is done'],
    ['de', 'ab jetzt immer pnpm statt npm verwenden'],
    ['es', 'a partir de ahora usa siempre pnpm, nunca npm'],
    ['fr', 'désormais on utilise toujours pnpm, jamais npm'],
    ['it', "d'ora in poi usa sempre pnpm, mai npm"],
    ['pt', 'a partir de agora use sempre pnpm, nunca npm'],
    ['ru', 'всегда запускай тесты перед коммитом'],
    ['zh', '以后提交之前必须先跑测试'],
    ['ja', 'コミットする前に必ずテストを実行してください'],
    ['ko', '앞으로 커밋하기 전에 항상 테스트를 돌려줘'],
  ])('takes a plain rule: %s', (_, text) => {
    expect(readMessage(text)).toHaveLength(1);
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
    const found = readMessage(text);
    expect(found.map(({ quote }) => quote)).toEqual([
      'we always use pnpm, never npm',
      'from now on all dates must be YYYY-MM-DD',
    ]);
    for (const { quote, from, to } of found) expect(text.slice(from, to)).toBe(quote);
  });

  it('gives what was said before to a bare request to remember it', () => {
    const [statement] = readMessage('The staging database is wiped every Monday. Remember that.');
    expect(statement).toMatchObject({ quote: 'The staging database is wiped every Monday.', kind: 'remember' });
    expect(quotes('Remember that.')).toEqual([]);
  });

  it('tells the person from the space', () => {
    expect(readMessage('I prefer short answers without bullet points')).toMatchObject([{ scope: 'user' }]);
    expect(readMessage('we never commit to main, always open a pull request')).toMatchObject([{ scope: 'space' }]);
  });

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
    for (const saying of sayings) expect(readMessage(saying, { before })).toEqual(readMessage(saying));
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

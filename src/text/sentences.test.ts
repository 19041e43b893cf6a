import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

const texts = (message: string) => sentencesOf(message).map(({ text }) => text);

describe('sentencesOf', () => {
  it.each([
    [
      'en',
      'We use pnpm. Never npm, e.g. in CI! Is v1.2 ok?',
      ['We use pnpm.', 'Never npm, e.g. in CI!', 'Is v1.2 ok?'],
    ],
    ['de', 'Das geht z.B. mit bun. Frag Dr. Weiß.', ['Das geht z.B. mit bun.', 'Frag Dr. Weiß.']],
    ['fr', 'On utilise pnpm. « Jamais npm. » Merci !', ['On utilise pnpm.', '« Jamais npm. » Merci !']],
    ['es', '¿Puedes mirar? ¡Siempre en UTC!', ['¿Puedes mirar?', '¡Siempre en UTC!']],
    ['it', 'Le date in ISO. Grazie.', ['Le date in ISO.', 'Grazie.']],
    ['pt', 'A porta é 5434. Não mude.', ['A porta é 5434.', 'Não mude.']],
    ['ru', 'Мы на Postgres, т.е. не MySQL. Проверь.', ['Мы на Postgres, т.е. не MySQL.', 'Проверь.']],
    ['zh', '看一下登录。我们用LDAP认证！有问题吗？', ['看一下登录。', '我们用LDAP认证！', '有问题吗？']],
    ['ja', '確認して。認証はLDAPです。「必ず。」と書いて', ['確認して。', '認証はLDAPです。', '「必ず。」と書いて']],
    ['ko', '로그인 봐줘. 우리는 LDAP 써요. 이상해?', ['로그인 봐줘.', '우리는 LDAP 써요.', '이상해?']],
  ])('ends where a sentence ends: %s', (_, message, expected) => {
    expect(texts(message)).toEqual(expected);
  });

  it('does not end inside quotations and code, and joins what an editor wrapped', () => {
    expect(texts('the mail says "Stop. Now." and `a. b` is fine')).toHaveLength(1);
    expect(
      texts('this is one long line that the editor of somebody has wrapped at\nabout seventy characters. two'),
    ).toHaveLength(2);
    expect(texts('short\nlines')).toEqual(['short', 'lines']);
  });

  it('knows headings, items and what they stand under', () => {
    const brief =
      '# Billing\nIntro text.\n\n**Rules**\n- amounts in cents\n  2. never floats. Ask first.\n- [x] done\n\nLayout:\nwide';
    expect(sentencesOf(brief).map(({ kind, text, heading }) => [kind, text, heading])).toEqual([
      ['heading', 'Billing', ''],
      ['prose', 'Intro text.', 'Billing'],
      ['heading', '**Rules**', 'Billing'],
      ['item', 'amounts in cents', '**Rules**'],
      ['item', 'never floats.', '**Rules**'],
      ['item', 'Ask first.', '**Rules**'],
      ['item', 'done', '**Rules**'],
      ['heading', 'Layout:', '**Rules**'],
      ['prose', 'wide', 'Layout:'],
    ]);
  });

  it('leaves out code, quoted lines and tables', () => {
    const message =
      'mine\n```sh\nalways use npm\n```\n> never\n\n    indented code\n\n| a | b |\nalso mine\n~~~\nopen to the end';
    expect(texts(message)).toEqual(['mine', 'also mine']);
  });

  it('says where each stands', () => {
    const message = '- **a** b.  c d!\r\n\n1) é 😀 f\n世界。 你好';
    for (const { text, from, to } of sentencesOf(message)) expect(message.slice(from, to)).toBe(text);
    expect(texts(message)).toEqual(['**a** b.', 'c d!', 'é 😀 f', '世界。', '你好']);
  });

  it.each(['. ', '。', '"', '`x', '- ', '\n', '# ', 'a', '1.', '...', '> ', '((('])(
    'reads a megabyte of %j to its end',
    (part) => {
      const message = `${part.repeat(1_000_000 / part.length)}\n\nthe end`;
      expect(sentencesOf(message).at(-1)).toMatchObject({ text: 'the end', to: message.length });
    },
  );
});

import { describe, expect, it } from 'vitest';
import { clausesOf, piecesOf, sentenceEnds } from './sentence-ends.ts';

const pieces = (text: string) =>
  piecesOf(text)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
const cut = (text: string) => {
  const ends = sentenceEnds(text);
  return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end).trim());
};

describe('where a sentence ends', () => {
  it.each([
    ['Is it safe? no. Deploy it.', ['Is it safe?', 'no.', 'Deploy it.']],
    ['See no. 5 and fig. 3. Then go.', ['See no. 5 and fig. 3.', 'Then go.']],
    ['Use plan b. Then ask J. Smith.', ['Use plan b.', 'Then ask J. Smith.']],
    ['Das geht z. B. mit bun, d. h. Docker entfällt. Ich will es. Dann los.', 3],
    ['Use a linter, e.g. Biome. Ok?', ['Use a linter, e.g. Biome.', 'Ok?']],
    ['It takes 5 ms. Then it ends etc. Next.', ['It takes 5 ms.', 'Then it ends etc.', 'Next.']],
    ['Wait... maybe. Really?! Yes', ['Wait... maybe.', 'Really?!', 'Yes']],
    ['Файл стр. 5, т. е. не здесь. Дальше.', ['Файл стр. 5, т. е. не здесь.', 'Дальше.']],
    ['v1.2.3 of a.b.c is fine. ok', ['v1.2.3 of a.b.c is fine.', 'ok']],
    ['認証はLDAP。次へ！', ['認証はLDAP。', '次へ！']],
  ])('%s', (text, expected) => {
    expect(typeof expected === 'number' ? cut(text).length : cut(text)).toEqual(expected);
    expect(typeof expected === 'number' ? pieces(text).length : pieces(text)).toEqual(expected);
  });
});

describe('the pieces of any text', () => {
  it('leave nothing out, whatever it is', () => {
    const text = '\n\n# Head\r\n> quoted. Line!\n```\ncode; x\n```\n\n  a. b?\t"One. Two." 世界。你好 \n';
    expect(piecesOf(text).join('')).toBe(text);
    expect(pieces(text)).toEqual([
      ...['# Head', '> quoted.', 'Line!', '```', 'code; x', '```', 'a. b?', '"One.', 'Two."', '世界。', '你好'],
    ]);
    expect(piecesOf('')).toEqual([]);
  });

  it.each(['. ', '.', '。', '\n', ' ', 'a', '!)', '"', ', ', '- '])('read a megabyte of %j to its end', (part) => {
    const text = `${part.repeat(1_000_000 / part.length)}x\nthe end`;
    expect(piecesOf(text).at(-1)).toBe('the end');
    expect(sentenceEnds(text).at(-1)).toBe(text.length);
    expect(clausesOf(text).at(-1)).toBe('the end');
  });
});

describe('the clauses of a text', () => {
  it('are parted by marks that part what is told, not by those in numbers and names', () => {
    expect(clausesOf('Never push, not even once; ask (always): 1,000 a-b c:d — or 配置，不要 - wait. End')).toEqual([
      ...['Never push', 'not even once', 'ask', 'always', '1,000 a-b c:d', 'or 配置', '不要', 'wait', 'End'],
    ]);
  });
});

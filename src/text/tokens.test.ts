import { describe, expect, it } from 'vitest';
import { folded, tokensOf } from './tokens.ts';

const kinds = (text: string) => tokensOf(text).map(({ text: token, kind }) => `${kind} ${token}`);

describe('tokensOf', () => {
  it('tells words from names, numbers, paths, code and marks', () => {
    expect(kinds('Run `npm ci` in src/app.ts, not getUser2 --force 3.5%!')).toEqual([
      'word run',
      'code `npm ci`',
      'word in',
      'path src/app.ts',
      'mark ,',
      'word not',
      'name getuser2',
      'code --force',
      'number 3.5%',
      'mark !',
    ]);
  });

  it('cuts scripts without blanks where the script changes', () => {
    expect(kinds('テストを書いて')).toEqual(['katakana テスト', 'hiragana を', 'han 書', 'hiragana いて']);
    expect(kinds('部署前必须跑测试')).toEqual(['han 部署前必须跑测试']);
    expect(kinds('항상 pnpm으로')).toEqual(['hangul 항상', 'word pnpm으로']);
  });

  it('gives exact places, whatever the folding does to the length', () => {
    const text = 'Straße: „Größe“ → l’été 😀 ok';
    for (const { from, to, text: token } of tokensOf(text)) expect(folded(text.slice(from, to))).toBe(token);
    expect(folded('l’Été Straße')).toBe("l'ete strasse");
  });

  it.each([
    ['dashes', '-'],
    ['back quotes', '`'],
    ['letters', 'a'],
    ['slashes', '/'],
    ['dots and letters', 'a.'],
    ['half a surrogate pair', '\ud83d'],
  ])('reads a long run of %s to its end', (_, part) => {
    const tokens = tokensOf(part.repeat(200_000 / part.length));
    expect(tokens.at(-1)?.to).toBe(200_000);
  });
});

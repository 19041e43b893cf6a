import { describe, expect, it } from 'vitest';
import { areOtherLanguages, languageOf } from './language.ts';

describe('the language of a text', () => {
  it.each([
    ['en', 'Prefers short answers, always without emoji'],
    ['de', 'bitte antworte immer kurz und ohne Emojis'],
    ['fr', "n'utilise jamais de points-virgules dans mes fichiers"],
    ['ru', 'всегда пиши тесты до кода'],
    ['ja', '日付は必ずYYYY-MM-DDで書いて'],
    ['zh', '回答请简短'],
    ['ko', '항상 짧게 답해줘'],
    ['pl', 'zawsze odpowiadaj krótko, proszę'],
  ])('is %s: %s', (language, text) => expect(languageOf(text)).toBe(language));

  it('is none of names and code', () => {
    expect(languageOf('pnpm, zod, vitest')).toBeUndefined();
    expect(languageOf('`for the and of`')).toBeUndefined();
  });
});

describe('two texts are in other languages', () => {
  it('where no language could be that of both', () => {
    expect(areOtherLanguages('Prefers short answers', 'bitte immer kurz antworten')).toBe(true);
    expect(areOtherLanguages('The user wants tabs', 'usa siempre tabs para sangrar, nunca espacios')).toBe(true);
  });

  it('not in doubt, and not where one has no language', () => {
    expect(areOtherLanguages('use pnpm', 'pnpm')).toBe(false);
    expect(areOtherLanguages('Always use tabs', 'please use tabs always')).toBe(false);
  });
});

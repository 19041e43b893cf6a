import { describe, expect, it } from 'vitest';
import { needlesOf } from './search-terms.ts';

describe('what is looked for after something was forgotten (D-064)', () => {
  it('are its words, whole identifiers and their parts, and the beginnings of its lines', () => {
    const { texts } = needlesOf(['Ask the Zeppelin-team about api_Key.v2x today\n  ok  \n']);
    expect(texts).toEqual([
      'ask the zeppelin-team about api_key.v2x today',
      'zeppelin-team',
      'zeppelin',
      'team',
      'about',
      'api_key.v2x',
      'v2x',
      'today',
    ]);
  });

  it('are words of other scripts, in lower case and as they were written; those without spaces in pieces', () => {
    expect(needlesOf(['ÄRGER']).texts).toEqual(['Ärger', 'ärger']);
    expect(needlesOf(['私は東京に']).texts).toEqual(['私は東京', 'は東京に']);
    expect(needlesOf(['王明']).texts).toEqual(['王明']);
    expect(needlesOf(['서울']).texts).toEqual(['서울']);
  });

  it('are not small numbers, which everything counts', () => {
    expect(needlesOf(['2024 8080 12345 123456']).texts).toEqual(['2024 8080 12345 123456', '123456']);
  });

  it('are lines also as they stand inside of JSON', () => {
    expect(needlesOf(['"never" say that\\to anybody']).texts.slice(0, 2)).toEqual([
      '"never" say that\\to anybody',
      '\\"never\\" say that\\\\to anybody',
    ]);
  });

  it('are also what the index makes of the words', () => {
    expect(needlesOf(['studies'], (word) => [word.slice(0, 5), 'ab']).terms).toEqual(['studi']);
  });

  it('are not more than can be looked for, and those that were left out are counted', () => {
    const words = Array.from({ length: 50_000 }, (_, at) => `word${at.toString(36)}x`);
    const { texts, leftOut } = needlesOf([words.join(' '), 'the-longest-of-all-identifiers']);
    expect(texts).toHaveLength(10_002);
    expect(texts).toContain('the-longest-of-all-identifiers');
    expect(leftOut).toBeGreaterThan(39_000);
  });
});

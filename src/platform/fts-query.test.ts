import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ftsQuery, ftsQueryOfAll } from './fts-query.ts';

describe('any text becomes a legal query (SRV-21)', () => {
  const table: readonly [text: string, query: string | undefined][] = [
    ['', undefined],
    [' \t\n', undefined],
    ['*** () "" … 🦊', undefined],
    ['\0', undefined],
    ['fox', '"fox"'],
    ['quick  fox', '"quick" OR "fox"'],
    ['fox AND NOT content:dog*', '"fox" OR "AND" OR "NOT" OR "content:dog*"'],
    ['say "hi"', '"say" OR """hi"""'],
    ['a\0b', '"a" OR "b"'],
    ['\ud800x', '"\ufffdx"'],
  ];
  for (const [text, query] of table) {
    it(`${JSON.stringify(text)} is ${query ?? 'nothing to look for'}`, () => expect(ftsQuery(text)).toBe(query));
  }

  it('or one that asks for all words, the last maybe unfinished', () => {
    expect(ftsQueryOfAll('quick "fo')).toBe('"quick" AND """fo" *');
    expect(ftsQueryOfAll('quick f')).toBe('"quick" AND "f"');
    expect(ftsQueryOfAll('狐')).toBe('"狐" *');
    expect(ftsQueryOfAll('*')).toBeUndefined();
  });

  it('however long the text, at most 32 words of at most 256 characters', () => {
    const many = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(500)}${index}`).join(' ');
    const terms = ftsQuery(many)?.split(' OR ') ?? [];
    expect(terms).toHaveLength(32);
    expect(new Set(terms.map(({ length }) => length))).toEqual(new Set([258]));
  });

  it('quotes are always balanced', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', 'a', ' ', '\\', "'", '\ud83e') }), (text) => {
        expect((ftsQuery(text) ?? '').split('"').length % 2).toBe(1);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './query.ts';

const NOW = Date.parse('2025-11-13T09:30:00Z');

function hints(text: string): string {
  const { isAboutAgent, asksWhen, asksCount } = parseQuery(text, NOW);
  return [isAboutAgent ? 'agent' : '', asksWhen ? 'when' : '', asksCount ? 'count' : ''].filter(Boolean).join(' ');
}

const words = (text: string) => parseQuery(text, NOW).words.map(({ word }) => word);

describe('what a question asks for', () => {
  it.each([
    ['What did you suggest for the trip?', 'agent'],
    ['what was the book you recommended?', 'agent'],
    ['Which one did you mention?', 'agent'],
    ['Can you list your suggestions again?', 'agent'],
    ['what had you previously told me?', 'agent'],
    ['what’s the plan you’ve given me?', 'agent'],
    ['remind me of the name', 'agent'],
    ['I tried the app you recommended', ''],
    ['I tried the app you recommended. Where is it?', ''],
    ['Fine so far. What did you say about ports?', 'agent'],
    ['did you know that', ''],
    ['When did I move?', 'when'],
    ['do you remember when was the party', 'when'],
    ['what date is the release', 'when'],
    ['how long ago was that', 'when count'],
    ['tell me whenever it works', ''],
    ['how many gates are there', 'count'],
    ['how often do I run', 'count'],
    ['how does it work', ''],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(hints(text)).toBe(expected);
  });

  it('leaves small words out, unless there are no others', () => {
    expect(words('what is the harbour like')).toEqual(['harbour']);
    expect(words('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  });

  it('weighs a word that is said again a little more, and words about the talk less', () => {
    const weight = (text: string, term: string) =>
      parseQuery(text, NOW).words.find(({ word }) => word === term)?.weight ?? 0;
    expect(weight('harbour', 'harbour')).toBe(1);
    expect(weight('harbour harbour', 'harbour')).toBeGreaterThan(1);
    expect(weight('harbour harbour', 'harbour')).toBeLessThan(2);
    expect(weight('discuss the harbour', 'discuss')).toBeLessThan(1);
  });

  it('joins words that follow each other, and no others', () => {
    const joined = (text: string) => parseQuery(text, NOW).joined.map(({ word }) => word);
    expect(joined('a road trip there')).toEqual(['roadtrip']);
    expect(joined('road of trips')).toEqual([]);
  });

  it('reads a bounded part of any text, and fails on none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { term, weight } of parseQuery(text, NOW).words) {
          expect(term.isWellFormed()).toBe(true);
          expect(weight).toBeGreaterThan(0);
        }
      }),
    );
    const long = Array.from({ length: 200_000 }, (_, n) => `word${n}`).join(' ');
    expect(parseQuery(long, NOW).words.length).toBeLessThanOrEqual(300);
    for (const repeated of ['you ', '? ', '\n', 'when ', 'may ', '1 ', 'your previous ', "you've had "])
      expect(parseQuery(repeated.repeat(100_000), NOW).words.length).toBeLessThan(10);
  });
});

import { describe, expect, it } from 'vitest';
import { informative } from './informative.ts';
import { meaningOfTokens, rowOf, WordsNearby } from './text-meaning.ts';
import { dot, wordVectors } from './word-vectors.ts';

function placeOf(word: string): number {
  const place = informative(word).flatMap((token) => rowOf(token) ?? [])[0];
  if (place === undefined) throw new Error(`${word} is not in the table`);
  return place;
}

function likeness(one: string, other: string): number {
  return wordVectors().likeness(placeOf(one), placeOf(other));
}

describe('what words mean', () => {
  it.each([
    ['slow', 'latency', 'banana'],
    ['invoice', 'payment', 'kernel'],
    ['Rechnung', 'invoice', 'branch'],
    ['facture', 'invoice', 'branch'],
    ['メール', 'mail', 'disk'],
    ['despliegue', 'deployment', 'invoice'],
  ])('%s is nearer to %s than to %s, also across languages', (word, near, far) => {
    expect(likeness(word, near)).toBeGreaterThan(likeness(word, far) + 0.2);
  });

  it('is the same for another ending of a word that the table knows', () => {
    expect(likeness('Rechnungen', 'Rechnung')).toBeGreaterThan(0.9);
  });

  it('is nothing for what nobody ever wrote, however long', () => {
    for (const word of ['zzqxv', `x${'y'.repeat(5_000)}`, '', '\ud800', '__proto__'])
      expect(wordVectors().placeOf(word)).toBeUndefined();
  });

  it('of a text is one direction of length 1, or none at all', () => {
    const { mean } = meaningOfTokens(informative('the invoice was paid twice'));
    expect(dot(mean, mean)).toBeCloseTo(1, 4);
    const none = meaningOfTokens(informative('zzqxv'));
    expect(dot(none.mean, none.mean)).toBe(0);
    expect(new WordsNearby([]).in(none).soft).toBe(0);
  });
});

describe('WordsNearby', () => {
  const prompt = informative('the page is slow').flatMap((token) => {
    const row = rowOf(token);
    return row === undefined ? [] : [{ row, weight: 1, isOfHead: true }];
  });
  const nearby = new WordsNearby(prompt);

  it('finds kindred words where none is shared', () => {
    const kindred = nearby.in(meaningOfTokens(informative('latency budget is 200 ms')));
    const other = nearby.in(meaningOfTokens(informative('invoices are sent in March')));
    expect(kindred.soft).toBeGreaterThan(other.soft + 0.2);
  });

  it('costs no more for a very long text than for its beginning', () => {
    const long = meaningOfTokens(
      informative(Array.from({ length: 3_000 }, (_, at) => `word${at} latency invoice`).join(' ')),
    );
    expect(long.rows.length).toBeLessThanOrEqual(150);
  });
});

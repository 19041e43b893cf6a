import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedParts } from './highlight.ts';

/** Words, signs, halves of pairs, and scripts of several kinds. */
const ANY = fc
  .array(fc.constantFrom('restart', 'é', '東', 'ก', '<b>', '\ud83d', '\udc00', '5', ' ', '_', '’s', '\u0301'))
  .map((all) => all.join(''));

const marked = (text: string, question: string) =>
  markedParts(text, question).flatMap((part) => (part.isMarked ? [part.text] : []));

it('marks the words of the question in whatever form they stand there, and nothing but them (D-021)', () => {
  expect(marked('Restarting Jellyfin clears it; restarts take 60 s.', 'jellyfin restart')).toEqual([
    'Restarting',
    'Jellyfin',
    'restarts',
  ]);
  expect(marked('The cache of the café', 'where is the cafe')).toEqual(['café']);
});

it('marks a word that is not typed to its end, and no word of the kind that every sentence has', () => {
  expect(marked('postgres dumps at night', 'postg')).toEqual(['postgres']);
  expect(marked('it is what it is', 'what is it now')).toEqual([]);
});

it('marks the characters of scripts without spaces', () => {
  expect(marked('明日は東京タワーへ', '東京').join('')).toBe('東京');
});

it('says the whole text and no more, whatever it is', () => {
  fc.assert(
    fc.property(ANY, ANY, (text, question) => {
      expect(
        markedParts(text, question)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

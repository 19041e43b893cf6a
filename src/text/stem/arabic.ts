/**
 * A light stemmer for Arabic: unifies the shapes of letters, takes off the article, a conjunction and the commonest endings,
 * and keeps at least three letters. It finds no roots. Pure.
 */

const SHORTEST_STEM = 3;

/** The stroke that lengthens a word, and the vowel signs. */
const SIGNS = /[\u0640\u064b-\u065f\u0670]/g;
const BEGINNING = /^(?:وال|بال|كال|فال|لل|ال|و)/;
const ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'يا', 'ه', 'ي'];

export function arabic(word: string): string {
  const unified = word
    .replace(SIGNS, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
  const shorter = unified.replace(BEGINNING, '');
  const bare = shorter.length >= SHORTEST_STEM ? shorter : unified;
  const ending = ENDINGS.find((each) => bare.endsWith(each) && bare.length - each.length >= SHORTEST_STEM);
  return ending === undefined ? bare : bare.slice(0, -ending.length);
}

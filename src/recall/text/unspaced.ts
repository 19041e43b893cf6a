/**
 * Terms of scripts that put no blanks between words: the words a dictionary finds (Intl.Segmenter), and every two neighbouring
 * characters (`~` + pair), for names and new words no dictionary has. Korean writes blanks, but joins particles to its words:
 * there only the pairs are taken. Pure.
 */
import { fold } from '../../text/fold.ts';
import type { RunTerm, RunTerms } from './run-terms.ts';

const HANGUL = /^\p{Script=Hangul}{2,}$/u;

/** One dictionary serves all of these scripts; the language only breaks ties. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** The terms of a piece that begins at the given word and offset of its run. */
export function unspacedTerms(piece: string, step: number, offset: number): RunTerms {
  const terms: RunTerm[] = [];
  const pairs: RunTerm[] = [];
  let words = 0;
  let before: { readonly character: string; readonly step: number; readonly offset: number } | undefined;
  for (const { segment, index, isWordLike } of segmenter.segment(piece)) {
    const word = fold(segment);
    const place = { step: step + words, offset: offset + index };
    if (isWordLike === true) {
      terms.push({ term: word, word, kind: 'word', ...place });
      words += 1;
    }
    for (const character of word) {
      if (before !== undefined) pairs.push(pair(before.character, character, before.step, before.offset));
      before = { character, ...place };
    }
  }
  // Words first: where two of them stand together is told by what follows what.
  return { terms: [...terms, ...pairs], words, isNoise: false };
}

/** Pairs of a Korean word; none of any other. */
export function hangulPairs(word: string, step: number, offset: number): RunTerm[] {
  if (!HANGUL.test(word)) return [];
  const characters = [...word];
  return characters.slice(1).map((character, at) => pair(characters[at] ?? '', character, step, offset));
}

function pair(first: string, second: string, step: number, offset: number): RunTerm {
  const term = `~${first}${second}`;
  return { term, word: term, kind: 'gram', step, offset };
}

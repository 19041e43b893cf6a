/** Which parts of a text are words of the question: as they were typed, in another form, or begun. Pure. */

import { fold, tokenise } from '../../../recall/text/tokenise.ts';
import { STOPWORDS } from '../../../text/stopwords.ts';

export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A word; of scripts that put no spaces between them, a character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{M}\p{N}]|$)/gu;
/** What is typed right now, from two letters on. */
const BEGUN = /[\p{L}\p{M}\p{N}]{2,}$/u;

export function markedParts(text: string, question: string): readonly Part[] {
  const isWord = matcherOf(question);
  const parts: Part[] = [];
  const add = (piece: string, isMarked: boolean) => piece !== '' && parts.push({ text: piece, isMarked });
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isWord(word)) continue;
    add(text.slice(end, index), false);
    add(word, true);
    end = index + word.length;
  }
  add(text.slice(end), false);
  return parts;
}

function matcherOf(question: string): (word: string) => boolean {
  const wanted = new Set((question.match(WORD) ?? []).flatMap(termsOf));
  const begun = fold(BEGUN.exec(question)?.[0] ?? '');
  return (word) => termsOf(word).some((term) => wanted.has(term)) || (begun !== '' && fold(word).startsWith(begun));
}

/** Characters stand for themselves: the index knows them in pairs. */
function termsOf(word: string): readonly string[] {
  const folded = fold(word);
  if (STOPWORDS.has(folded)) return [];
  return [folded, ...tokenise(word).flatMap(({ term, kind }) => (kind === 'word' || kind === 'number' ? [term] : []))];
}

/** The words of a text that carry a topic. Pure. */
import { STOPWORDS } from '../../text/stopwords.ts';
import { type Token, tokenise } from './tokenise.ts';

export function informative(text: string): readonly Token[] {
  return tokenise(text).filter(({ word }) => !STOPWORDS.has(word));
}

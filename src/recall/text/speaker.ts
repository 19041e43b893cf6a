/** Who said it, as terms of their own: a question that names somebody is first of all about what they said. */
import { tokenise } from './tokenise.ts';

/** No other term begins with it. */
export const SPEAKER = '@';
const SHORTEST_NAME = 3;

export function speakerTerm(name: string): readonly string[] {
  return tokenise(name)
    .filter(({ kind, word }) => kind === 'word' && word.length >= SHORTEST_NAME)
    .map(({ word }) => SPEAKER + word);
}

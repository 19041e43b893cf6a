/**
 * Words of a person that surely replace something known. Who says "the port is 5434 now" says something that lasts because
 * there is something it changes: by itself it could as well be about today.
 */
import { isOperational, type Learning } from '../../memory/learning.ts';
import { replacedAmong } from '../../memory/replacement/replaced-among.ts';

export function changedBy(words: string, known: readonly Learning[]): Learning | undefined {
  const open = known.filter(({ validTo, type }) => validTo === null && type !== 'ACTION' && !isOperational(type));
  const found = replacedAmong(
    open.map(({ content }) => content),
    words,
  );
  return found?.sure ? open[found.at] : undefined;
}

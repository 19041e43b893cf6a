/** The one thing that an id, or the beginning of one as a person types it, stands for. */
import { CarryoverError } from '../memory/error.ts';

/** Fewer characters of an id say too little. */
const BEGINNING_CHARACTERS = 6;

export function findById<Item extends { readonly id: string }>(items: readonly Item[], id: string, what: string): Item {
  const exact = items.find((item) => item.id === id);
  if (exact !== undefined) return exact;
  // Ours are in lower case; one from outside is as its program wrote it.
  const spellings = [id, id.toLowerCase()];
  const found =
    id.length < BEGINNING_CHARACTERS
      ? []
      : items.filter((item) => spellings.some((spelling) => item.id.startsWith(spelling)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) {
    throw new CarryoverError(`${found.length} ${what}s begin with this id`, {
      code: 'ambiguous-id',
      hint: 'give more of it',
    });
  }
  throw new CarryoverError(`there is no ${what} with this id`, {
    code: 'not-found',
    hint: `give the id, or at least the first ${BEGINNING_CHARACTERS} characters of it`,
  });
}

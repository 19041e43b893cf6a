/**
 * Whether two pieces of prose are in different languages. Needs several of a language's small words on each side; in doubt
 * they are the same.
 */
import { languageOf } from '../text/language.ts';

const ENOUGH = 4;
const ENOUGH_ABOVE = 2;

export function isOtherLanguage(above: string, below: string): boolean {
  const first = languageOf(above, ENOUGH_ABOVE);
  const second = languageOf(below, ENOUGH);
  return first !== undefined && second !== undefined && first !== second;
}

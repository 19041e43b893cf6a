/**
 * What only the store can tell about the words of a question: which of them it knows in another form. A word it has never
 * seen may be two words it has ("roadtrip"), or one letter off ("kuberentes"); a word it has may be said otherwise ("photo",
 * "picture"). Bounded: a few unknown words are looked after, and only so many words of the store are compared.
 */
import { stem } from '../../text/stem.ts';
import { STOPWORDS } from '../../text/stopwords.ts';
import { JOIN_WEIGHT, type Query, type QueryWord } from './query.ts';

/** What a space's index knows of its words. */
export interface Vocabulary {
  has(term: string): boolean;
  /** At most `limit` of those that begin so. */
  beginningWith(prefix: string, limit: number): readonly string[];
}

const SYNONYM_WEIGHT = 0.3;
const RELATIVE_WEIGHT = 0.7;
const MOST_RELATIVES = 6;
const MOST_UNKNOWN_WORDS = 4;
const COMPARED_TERMS = 2_000;
const SHORTEST_UNKNOWN = 5;
const SHORTEST_NAME = 6;
/** Before a name of code that is kept whole; see tokenise.ts. */
const WHOLE = '=';
const SHORTEST_COMPOUND = 7;
const SHORTEST_PART = 3;
/** Of an unknown word, what its relatives share with it. */
const SHARED_BEGINNING = 0.7;
const SHORTEST_BEGINNING = 4;
const MOST_LENGTH_DIFFERENCE = 4;

/** Everyday pairs. Each group says one thing. */
const SYNONYMS = new Map<string, readonly string[]>();
for (const group of `mom mother mum|dad father|kid child|photo picture pic photograph|movie film|job work career|buy purchase
  begin start|birthday bday|vacation holiday|bike bicycle|grandma grandmother|grandpa grandfather|tv television
  favorite favourite fav|color colour|dog puppy pup|cat kitten|store shop|gift present|business biz company|family fam
  exercise workout|recommend suggest|error bug|fix repair|delete remove|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8
  nine 9|ten 10`.split(/[|\n]/)) {
  const terms = group.trim().split(/\s+/).map(stem);
  for (const term of terms)
    SYNONYMS.set(term, [...(SYNONYMS.get(term) ?? []), ...terms.filter((other) => other !== term)]);
}

/** The question's own words and what was added to them. */
export function expanded({ words, joined }: Query, vocabulary: Vocabulary): readonly QueryWord[] {
  const all = new Map(words.map((word) => [word.term, word]));
  const add = (term: string, weight: number, word: string) => {
    if (!all.has(term) && vocabulary.has(term)) all.set(term, { term, word, weight, kind: 'word', pos: -1 });
  };
  for (const { term, weight, word } of joined) add(term, weight, word);
  let unknown = 0;
  for (const { term, kind, weight, word } of words) {
    if (kind !== 'word' && kind !== 'number') continue;
    for (const synonym of SYNONYMS.get(term) ?? []) add(synonym, SYNONYM_WEIGHT, word);
    // "getusername" is how people type `getUserName`.
    if (kind === 'word' && word.length >= SHORTEST_NAME) add(`${WHOLE}${word}`, weight, word);
    const isStrange = kind === 'word' && term.length >= SHORTEST_UNKNOWN && /^[a-z]+$/.test(term);
    if (!isStrange || unknown >= MOST_UNKNOWN_WORDS || vocabulary.has(term)) continue;
    unknown += 1;
    const parts = partsOf(term, vocabulary);
    for (const part of parts) add(part, weight * JOIN_WEIGHT, word);
    if (parts.length > 0) continue;
    for (const relative of relativesOf(term, vocabulary)) add(relative, weight * RELATIVE_WEIGHT, word);
  }
  return [...all.values()];
}

function partsOf(word: string, vocabulary: Vocabulary): readonly string[] {
  if (word.length < SHORTEST_COMPOUND) return [];
  for (let cut = word.length - SHORTEST_PART; cut >= SHORTEST_PART; cut -= 1) {
    const parts = [stem(word.slice(0, cut)), stem(word.slice(cut))];
    if (parts.every((part) => part.length >= SHORTEST_PART && !STOPWORDS.has(part) && vocabulary.has(part)))
      return parts;
  }
  return [];
}

/** Words of the same beginning; else those that are one slip of a finger away. None when there are many: it is no slip. */
function relativesOf(word: string, vocabulary: Vocabulary): readonly string[] {
  const beginning = word.slice(0, Math.max(SHORTEST_BEGINNING, Math.ceil(word.length * SHARED_BEGINNING)));
  const family = vocabulary
    .beginningWith(beginning, COMPARED_TERMS)
    .filter((other) => Math.abs(other.length - word.length) <= MOST_LENGTH_DIFFERENCE);
  if (family.length > 0 && family.length <= MOST_RELATIVES) return family;
  const slips = vocabulary.beginningWith(word.slice(0, 2), COMPARED_TERMS).filter((other) => isOneSlip(other, word));
  return slips.length <= MOST_RELATIVES ? slips : [];
}

/** One letter more, less or other, or two neighbours swapped. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  let endA = a.length;
  let endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start += 1;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/**
 * The words of a question that the spaces hold, weighed by how rare they are there. Rarity is counted over the spaces that
 * are searched, and no others.
 */
import type { IndexReader, TermPostings } from '../index/index-reader.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { Query, QueryWord } from './query.ts';

/** The rarest words say what a long text is about. */
const MOST_TERMS = 64;
/** Postings that may be read to find passages; beyond it words only add to what was found. */
const FINDING_POSTINGS = 150_000;
/** Postings that may be read at all: about 10 million a second can be. */
const READ_POSTINGS = 1_500_000;
/** A word in fewer passages always finds them, however many were found. */
const ALWAYS_FINDS = 1_000;

export interface WeighedTerm extends QueryWord {
  readonly rarity: number;
  /** Of the word in this question: rarity and repetition. */
  readonly weight: number;
  readonly repetition: number;
  /** Whether passages are found by it; else it adds to those that others have found. */
  readonly finds: boolean;
  readonly postings: ReadonlyMap<SpaceView, TermPostings>;
}

/** Rarest first. */
export function weighTerms(reader: IndexReader, query: Query, spaces: readonly SpaceView[]): readonly WeighedTerm[] {
  const docs = spaces.reduce((sum, space) => sum + space.liveDocs, 0);
  const found = query.words.flatMap((word) => {
    const postings = new Map<SpaceView, TermPostings>();
    let holding = 0;
    for (const space of spaces) {
      const term = reader.term(space, word.term);
      if (term === undefined) continue;
      postings.set(space, term);
      holding += term.docs;
    }
    if (holding === 0) return [];
    const rarity = rarityOf(docs, holding);
    return { ...word, repetition: word.weight, rarity, weight: rarity * word.weight, holding, postings };
  });
  const best = found.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_TERMS);
  best.sort((a, b) => a.holding - b.holding);
  let read = 0;
  const terms: WeighedTerm[] = [];
  for (const { holding, ...term } of best) {
    const finds = read === 0 || holding <= ALWAYS_FINDS || read + holding <= FINDING_POSTINGS;
    read += holding;
    if (terms.length > 0 && read > READ_POSTINGS) break;
    terms.push({ ...term, finds });
  }
  return terms;
}

export function rarityOf(docs: number, holding: number): number {
  return Math.log(1 + (docs - holding + 0.5) / (holding + 0.5));
}

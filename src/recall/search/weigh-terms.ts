/**
 * The words of a question that the spaces hold, and which of them find passages. Rarity is counted over the spaces that are
 * searched, and no others.
 */
import type { IndexReader, TermPostings } from '../index/index-reader.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { QueryWord } from './query.ts';

/** The rarest words say what a long text is about. */
const MOST_TERMS = 40;
/** The rarest words find passages until so many postings are walked: a share of all, within bounds. */
const FINDING_SHARE = 0.2;
const FINDING_LEAST = 1_000;
const FINDING_MOST = 5_000;
/** Postings that may be read at all: some hundred million a second can be. */
const READ_POSTINGS = 400_000;

export interface WeighedTerm extends QueryWord {
  /** Of the word in this question: rarity and repetition. */
  readonly weight: number;
  readonly repetition: number;
  /** Passages that hold it, in all spaces. */
  readonly holding: number;
  /** Whether passages are found by it; else it adds to those that others have found. */
  readonly finds: boolean;
  readonly postings: ReadonlyMap<SpaceView, TermPostings>;
  /** Passages that hold it in the other spaces. */
  elsewhere(space: SpaceView): number;
}

/** Rarest first. */
export function weighTerms(
  reader: IndexReader,
  words: readonly QueryWord[],
  spaces: readonly SpaceView[],
): readonly WeighedTerm[] {
  const docs = spaces.reduce((sum, space) => sum + space.liveDocs, 0);
  const found = words.flatMap((word) => {
    const postings = new Map<SpaceView, TermPostings>();
    let holding = 0;
    for (const space of spaces) {
      const term = reader.term(space, word.term);
      if (term === undefined) continue;
      postings.set(space, term);
      holding += term.docs;
    }
    if (holding === 0) return [];
    const elsewhere = (space: SpaceView) => holding - (postings.get(space)?.docs ?? 0);
    return {
      ...word,
      repetition: word.weight,
      weight: rarityOf(docs, holding) * word.weight,
      holding,
      postings,
      elsewhere,
    };
  });
  const best = found.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_TERMS);
  best.sort((a, b) => a.holding - b.holding);
  const findable = Math.min(FINDING_MOST, Math.max(FINDING_LEAST, FINDING_SHARE * docs));
  let walked = 0;
  const terms: WeighedTerm[] = [];
  for (const term of best) {
    if (terms.length > 0 && walked + term.holding > READ_POSTINGS) break;
    const isWithin = walked < findable && walked + term.holding <= 2 * findable;
    terms.push({ ...term, finds: walked === 0 || isWithin });
    walked += term.holding;
  }
  return terms;
}

export function rarityOf(docs: number, holding: number): number {
  return Math.log(1 + (Math.max(docs, holding) - holding + 0.5) / (holding + 0.5));
}

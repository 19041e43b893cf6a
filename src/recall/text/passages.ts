/**
 * A text as the index takes it: cut into passages of about equal length, so that a long answer is found by the part that
 * says it, with how often each word stands in each. Pure.
 */
import { packCounts } from '../index/postings.ts';
import { type Token, tokenise } from './tokenise.ts';

const PASSAGE_WORDS = 120;
/** Of a megabyte of build output the first part is indexed: about 24,000 words. */
const MOST_PASSAGES = 200;
/** What is tokenised of one text; more would not fit in the passages anyway. */
const MOST_CHARS = 400_000;

export interface Passage {
  /** Where it begins in the text. */
  readonly start: number;
  readonly words: number;
  /** Term to packed counts. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface CountedText {
  readonly passages: readonly Passage[];
  /** Words among the first characters. */
  readonly headWords: number;
}

/** `labels` are words about the text (a path, a tool, a tag): found like its own, in its first passage. */
export function countText(text: string, labels: readonly string[], headChars: number): CountedText {
  const tokens = tokenise(text.slice(0, MOST_CHARS));
  const words = (tokens.findLast(countsAsWord)?.pos ?? 0) + 1;
  const wanted = Math.max(1, Math.round(words / PASSAGE_WORDS));
  const perPassage = wanted < MOST_PASSAGES ? Math.ceil(words / wanted) : PASSAGE_WORDS;
  // Rounded up, the last of them may have nothing left.
  const count = Math.min(MOST_PASSAGES, Math.ceil(words / perPassage));
  const passages = Array.from({ length: count }, () => ({ start: -1, words: 0, inPassage: new Map<string, number>() }));
  const inHead = new Map<string, number>();
  let headWords = 0;
  for (const token of tokens) {
    const passage = passages[Math.floor(token.pos / perPassage)];
    if (passage === undefined) continue;
    if (passage.start < 0) passage.start = token.at;
    add(passage.inPassage, token.term);
    const isWord = countsAsWord(token);
    if (isWord) passage.words += 1;
    if (token.at >= headChars) continue;
    add(inHead, token.term);
    if (isWord) headWords += 1;
  }
  for (const label of labels) for (const { term } of tokenise(label)) add(passages[0]?.inPassage, term);
  return {
    headWords,
    passages: passages.map(({ start, words, inPassage }, index) => ({
      start: index === 0 ? 0 : Math.max(0, start),
      words,
      counts: new Map(
        [...inPassage].map(([term, times]) => [term, packCounts(times, index === 0 ? (inHead.get(term) ?? 0) : 0)]),
      ),
    })),
  };
}

/** Pairs of characters and names kept whole say again what words said. */
function countsAsWord({ kind }: Token): boolean {
  return kind === 'word' || kind === 'number';
}

function add(counts: Map<string, number> | undefined, term: string): void {
  counts?.set(term, (counts.get(term) ?? 0) + 1);
}

/**
 * What a prompt is about, as far as its words tell: each with how much it says, sentence by sentence, and whether it asks
 * for the past or for general knowledge. An acknowledgement says nothing. Pure but for `rarity`, which knows the memory.
 */
import { isAcknowledgement } from '../../text/acknowledgement.ts';
import { languageOf } from '../../text/language.ts';
import { piecesOf } from '../../text/sentence-ends.ts';
import { type LastWorkQuestion, lastWorkQuestion } from '../last-work-question.ts';
import { informative } from '../text/informative.ts';
import { rowOf, type WeighedRow } from '../text/text-meaning.ts';
import type { Token } from '../text/tokenise.ts';
import { wordVectors } from '../text/word-vectors.ts';
import { meaningOf } from './common-words.ts';
import { headOf, type PromptAsks, promptAsks } from './prompt-asks.ts';

/** What a person wants stands at the beginning of what they send, or is found by names that come early too. */
const READ_CHARS = 8_000;
/** Compared in meaning with those of each candidate. */
const MOST_WORDS = 60;
/** A name, a path, a code kept whole says more than the words in it. */
const WHOLE = 1.2;
/** … and they only say it again. */
const PART_OF_WHOLE = 0.3;
/** Two characters of a text without spaces say again what its words say. */
const PAIR_OF_CHARACTERS = 0.3;
/** "3" stands everywhere, "5439" does not. */
const SHORT_NUMBER = 0.3;
const LONG_NUMBER_DIGITS = 3;

interface PromptWord extends Token {
  /** 0 … 1.2: what it says by itself, and how rare it is in the memory. */
  readonly weight: number;
  /** Stands in what says what is wanted. */
  readonly isOfHead: boolean;
}

export interface PromptWords {
  /** Each once, with where it stood first. */
  readonly words: ReadonlyMap<string, PromptWord>;
  readonly weight: number;
  readonly headWeight: number;
  /** Words that follow each other, in order; also those said before. */
  readonly order: readonly Token[];
  /** The weight of each sentence and what stands in it. */
  readonly sentences: readonly { readonly terms: readonly string[]; readonly weight: number }[];
  readonly rows: readonly WeighedRow[];
  readonly mean: Float32Array;
  readonly asks: PromptAsks;
  /** It goes on with the last work. */
  readonly goesOn: LastWorkQuestion | undefined;
  readonly language: string | undefined;
  /** How much stands behind what says what is wanted; 0 for nothing. */
  readonly body: number;
}

/** Undefined when there is nothing to look for. */
export function promptWords(
  prompt: string,
  rarity: (term: string) => number,
  asksOf: (prompt: string) => PromptAsks = promptAsks,
): PromptWords | undefined {
  const read = prompt.slice(0, READ_CHARS).toWellFormed();
  const order = informative(read);
  const goesOn = lastWorkQuestion(read);
  if (isAcknowledgement(read) || (goesOn === undefined && order.length === 0)) return undefined;
  const asks = asksOf(read);
  const head = headOf(read).length;
  const words = new Map<string, PromptWord>();
  let wholeEnd = 0;
  for (const token of order) {
    if (token.kind === 'whole') wholeEnd = Math.max(wholeEnd, token.at + token.term.length - 1);
    const share = token.kind !== 'whole' && token.at < wholeEnd ? PART_OF_WHOLE : 1;
    if (!words.has(token.term))
      words.set(token.term, {
        ...token,
        weight: share * sayingOf(token) * rarity(token.term),
        isOfHead: token.at < head,
      });
  }
  const weightOf = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += words.get(term)?.weight ?? 0;
    return sum;
  };
  const sentences = piecesOf(read)
    .map((sentence) => [...new Set(informative(sentence).map(({ term }) => term))])
    .filter((terms) => terms.length > 0)
    .map((terms) => ({ terms, weight: weightOf(terms) }));
  const rows = [...words.values()].slice(0, MOST_WORDS).flatMap((word) => {
    const row = rowOf(word);
    return row === undefined ? [] : [{ row, weight: word.weight, isOfHead: word.isOfHead }];
  });
  return {
    words,
    weight: weightOf(words.keys()),
    headWeight: weightOf([...words.values()].flatMap(({ term, isOfHead }) => (isOfHead ? [term] : []))),
    order,
    sentences,
    rows,
    mean: wordVectors().meanOf(rows.map(({ row }) => row)),
    asks,
    goesOn,
    language: languageOf(read),
    body: Math.log1p(read.length - head),
  };
}

/** How much a word says by itself. */
export function sayingOf({ kind, term }: Token): number {
  if (kind === 'whole') return WHOLE;
  if (kind === 'gram') return PAIR_OF_CHARACTERS;
  if (kind === 'number') return term.length >= LONG_NUMBER_DIGITS ? 1 : SHORT_NUMBER;
  return meaningOf(term);
}

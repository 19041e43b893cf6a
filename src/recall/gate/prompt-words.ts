/**
 * What a prompt is about, as far as its words tell: each with how much it says, sentence by sentence, and whether it asks
 * for the past or for general knowledge. An acknowledgement says nothing. Pure but for `rarity`, which knows the memory.
 */
import { piecesOf } from '../../text/sentence-ends.ts';
import { STOPWORDS } from '../../text/stopwords.ts';
import { type Token, tokenise } from '../text/tokenise.ts';
import { meaningOf } from './everyday-words.ts';

/** What a person wants stands at the beginning of what they send, or is found by names that come early too. */
const READ_CHARS = 8_000;
/** A name, a path, a code kept whole says more than the words in it. */
const WHOLE = 1.2;
/** … and they only say it again. */
const PART_OF_WHOLE = 0.3;
/** Two characters of a text without spaces say again what its words say. */
const PAIR_OF_CHARACTERS = 0.3;
/** "3" stands everywhere, "5439" does not. */
const SHORT_NUMBER = 0.3;
const LONG_NUMBER_DIGITS = 3;

/** Said to go on, to agree, to stop: nothing to look for, in any language that people type to an agent. */
const ACKNOWLEDGEMENTS = new Set(
  `ok okay k yes y yep yeah yup no n nope sure thanks thank thx ty great perfect nice cool good fine done right exactly
   correct continue go on ahead proceed next lgtm keep going more stop wait wow awesome please pls do it that this again try
   both first second third last option one two other another sounds looks undo haha lol hm hmm quick not quite
   danke weiter ja nein gut genau passt bitte mach super los merci oui non continue parfait bien vas allez d'accord
   si sí vale gracias adelante perfecto sigue bueno claro obrigado sim grazie avanti
   好的 好 继续 谢谢 是的 可以 对 はい ありがとう 続けて お願い します いいえ 네 계속 감사합니다 да спасибо дальше продолжай`
    .split(/\s+/)
    .flatMap((word) => tokenise(word).map((token) => token.word)),
);

const ASKS_FOR_PAST = new RegExp(
  [
    String.raw`\b(?:did|have|had|was|were) (?:we|i|you)\b`,
    String.raw`\b(?:how|what|why|where|which|who)\b[^.?!\n]{0,50}\b(?:was|were|did|happened)\b`,
    String.raw`\bwe (?:decide|agree|settle|sai|fix|talk|pick|cho|did|use|had|note)\w*`,
    String.raw`\bwhy (?:do|are|is|don'?t|aren'?t|isn'?t|can'?t) (?:we|our)\b`,
    String.raw`\b(?:last time|again|back then|remind me|was (?:that|there)|you told|remember|earlier|previous\w*|in the end)\b`,
    String.raw`\b(?:where are we|le(?:ft|ave) off|status of|root cause|any ?more)\b`,
    String.raw`\b(?:hatten|haben) wir\b|\bwie war\b|\bnochmal\b|\bavions-nous\b|\bavait-on\b|\bhabíamos\b|\bquedamos\b|之前|上次|前回`,
  ].join('|'),
  'i',
);

const ASKS_FOR_KNOWLEDGE =
  /^\W*(?:what(?:'?s| is| does| are)?\b.*\b(?:do|mean|difference|return|exactly|complexity)\b|explain|difference between|how (?:do|can|to|would) (?:i|you|one)\b|regex|write an? |is there an? )|\bvs\.?\b|\bwhat'?s the difference/i;

/** What is to be worked on stands in the prompt itself, or needs nobody's memory. */
const IS_HANDIWORK =
  /\b(?:typos?|renam\w+|proofread|grammar|wording|summar[iy][sz]?\w*|shorte(?:n|r)|tl;?dr|translate\w*|alphabetical\w*|sort the|indent\w*|bullets?|joke|in general|make this|this (?:text|json|mail|method|function|type))\b/i;

const IS_QUESTION = /\?\s*$|^\W*(?:who|what|when|where|which|why|how|can|is|are|do|does|did|should|was|were)\b/i;

interface PromptWord extends Token {
  /** 0 … 1.2: what it says by itself, and how rare it is in the memory. */
  readonly weight: number;
}

export interface PromptWords {
  /** Each once, with where it stood first. */
  readonly words: ReadonlyMap<string, PromptWord>;
  readonly weight: number;
  /** Words that follow each other, in order; also those said before. */
  readonly order: readonly Token[];
  /** The weight of each sentence and what stands in it. */
  readonly sentences: readonly { readonly terms: readonly string[]; readonly weight: number }[];
  readonly asksForPast: boolean;
  readonly asksForKnowledge: boolean;
  readonly isHandiwork: boolean;
  readonly isQuestion: boolean;
  readonly chars: number;
}

/** Undefined when there is nothing to look for. */
export function promptWords(prompt: string, rarity: (term: string) => number): PromptWords | undefined {
  const read = prompt.slice(0, READ_CHARS).toWellFormed();
  const order = informative(read);
  if (order.every(({ word }) => ACKNOWLEDGEMENTS.has(word))) return undefined;
  const words = new Map<string, PromptWord>();
  let wholeEnd = 0;
  for (const token of order) {
    if (token.kind === 'whole') wholeEnd = Math.max(wholeEnd, token.at + token.term.length - 1);
    const share = token.kind !== 'whole' && token.at < wholeEnd ? PART_OF_WHOLE : 1;
    if (!words.has(token.term))
      words.set(token.term, { ...token, weight: share * sayingOf(token) * rarity(token.term) });
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
  return {
    words,
    weight: weightOf(words.keys()),
    order,
    sentences,
    asksForPast: ASKS_FOR_PAST.test(read),
    asksForKnowledge: ASKS_FOR_KNOWLEDGE.test(read),
    isHandiwork: IS_HANDIWORK.test(read),
    isQuestion: IS_QUESTION.test(read),
    chars: prompt.length,
  };
}

/** Words that carry a topic. */
export function informative(text: string): readonly Token[] {
  return tokenise(text).filter(({ word }) => !STOPWORDS.has(word));
}

/** How much a word says by itself. */
export function sayingOf({ kind, term }: Token): number {
  if (kind === 'whole') return WHOLE;
  if (kind === 'gram') return PAIR_OF_CHARACTERS;
  if (kind === 'number') return term.length >= LONG_NUMBER_DIGITS ? 1 : SHORT_NUMBER;
  return meaningOf(term);
}

/**
 * What a prompt is about, as far as its words tell: each with how much it says, sentence by sentence, and whether it asks
 * for the past or for general knowledge. An acknowledgement says nothing. Pure but for `rarity`, which knows the memory.
 */
import { STOPWORDS } from '../text/stopwords.ts';
import { type Token, tokenise } from '../text/tokenise.ts';
import { meaningOf } from './everyday-words.ts';

/** What a person wants stands at the beginning of what they send, or is found by names that come early too. */
const READ_CHARS = 8_000;
/** A name, a path, a code kept whole says more than the words in it. */
const WHOLE = 1.2;
/** Two characters of a text without spaces say again what its words say. */
const PAIR_OF_CHARACTERS = 0.3;
/** "3" stands everywhere, "5439" does not. */
const SHORT_NUMBER = 0.3;
const LONG_NUMBER_DIGITS = 3;

const SENTENCE_END = /[.?!;:](?=\s|$)|\n|[。？！；]/;

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

const ASKS_FOR_PAST =
  /\b(?:(?:did|have|had|was|were) (?:we|i|you)|we (?:decide|agree|settle|sai?|fix|talk|pick|cho|did|use)\w*|last time|again|back then|remind me|(?:how|what|why|where|which) (?:was|were|did)|was (?:that|there)|you told|remember|earlier|previous\w*|in the end)\b|\b(?:hatten|haben) wir\b|\bwie war\b|\bnochmal\b|\bavions-nous\b|\bavait-on\b|\bhabíamos\b|\bquedamos\b|之前|上次|前回/i;

const ASKS_FOR_KNOWLEDGE =
  /^\W*(?:what(?:'?s| is| does| are)?\b.*\b(?:do|mean|difference|return|exactly|complexity)\b|explain|difference between|how (?:do|can|to|would) (?:i|you|one)\b|regex|write an? |is there an? )|\bvs\.?\b|\bwhat'?s the difference/i;

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
}

/** Undefined when there is nothing to look for. */
export function promptWords(prompt: string, rarity: (term: string) => number): PromptWords | undefined {
  const read = prompt.slice(0, READ_CHARS).toWellFormed();
  const order = informative(read);
  if (order.every(({ word }) => ACKNOWLEDGEMENTS.has(word))) return undefined;
  const words = new Map<string, PromptWord>();
  for (const token of order)
    if (!words.has(token.term)) words.set(token.term, { ...token, weight: sayingOf(token) * rarity(token.term) });
  const weightOf = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += words.get(term)?.weight ?? 0;
    return sum;
  };
  const sentences = read
    .split(SENTENCE_END)
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

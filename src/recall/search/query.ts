/**
 * What a question asks for: its words by weight, and hints about when and by whom. Any text is a question: nothing in it is
 * an operator, and its words are alternatives. Pure.
 */
import { STOPWORDS } from '../text/stopwords.ts';
import { type Token, tokenise } from '../text/tokenise.ts';
import { type NamedTimes, namedTimes } from './named-times.ts';

/** A pasted page is a question too; what it is about stands in its first words. */
const READ_CHARS = 16_000;
const MOST_WORDS = 400;
/** A word said twice matters more, but not twice as much. */
const REPETITION = 0.5;
/** Pairs of characters say again what words say. */
const PAIR_WEIGHT = 0.3;

const SAID_BY_AGENT =
  /\b(?:you|assistant|chatgpt|claude|ai)\b[^.?!]{0,40}\b(?:suggest|recommend|told|tell|said|say|mention|provid|explain|advis|gave|give|list|shar|wrote|propos|describ|outlin|offer|help)/;
const ASKS_AGENT = /\b(?:can|could|would|will|please) you\b/;

export interface QueryWord {
  readonly term: string;
  /** As it was written, for people. */
  readonly word: string;
  /** Before rarity. */
  readonly weight: number;
  readonly kind: Token['kind'];
  /** Its place among the words. */
  readonly pos: number;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** Every word, also those that carry no topic: a name may be among them. */
  readonly names: ReadonlySet<string>;
  readonly times: NamedTimes;
  /** It asks for what the agent said. */
  readonly isAboutAgent: boolean;
}

export function parseQuery(text: string, now: number): Query {
  const read = text.slice(0, READ_CHARS).toWellFormed();
  const tokens = tokenise(read);
  const topical = tokens.filter(({ word }) => !STOPWORDS.has(word));
  const lower = read.toLowerCase();
  return {
    words: weighed(topical.length > 0 ? topical : tokens),
    names: new Set(tokens.filter(({ kind }) => kind === 'word').map(({ word }) => word)),
    times: namedTimes(lower, now),
    isAboutAgent: SAID_BY_AGENT.test(lower) && !ASKS_AGENT.test(lower),
  };
}

function weighed(tokens: readonly Token[]): readonly QueryWord[] {
  const found = new Map<string, { token: Token; times: number }>();
  for (const token of tokens) {
    const known = found.get(token.term);
    if (known !== undefined) known.times += 1;
    else if (found.size < MOST_WORDS) found.set(token.term, { token, times: 1 });
  }
  return [...found.values()].map(({ token: { term, word, kind, pos }, times }) => ({
    term,
    word,
    kind,
    pos,
    weight: times ** REPETITION * (kind === 'gram' ? PAIR_WEIGHT : 1),
  }));
}

/**
 * What a question asks for: its words by weight, and hints about when and by whom. Any text is a question: nothing in it is
 * an operator, and its words are alternatives. Pure.
 */
import { piecesOf } from '../../text/sentence-ends.ts';
import { stem } from '../../text/stem.ts';
import { STOPWORDS } from '../../text/stopwords.ts';
import { fold, type Token, tokenise } from '../text/tokenise.ts';
import { type NamedTimes, namedTimes } from './named-times.ts';

/** A pasted page is a question too; what it is about stands in its first words. */
const READ_CHARS = 16_000;
const MOST_WORDS = 300;
/** A word said twice matters more, but not twice as much. */
const REPETITION = 0.5;
/** Pairs of characters say again what words say. */
const PAIR_WEIGHT = 0.3;
/** Words about the talk rather than its matter: "what did we discuss". */
const TALK_WEIGHT = 0.3;
const TALK = new Set(
  `mention discuss talk conversation chat message bring list order summary summarize summarise different various aspect
   detail item throughout across happen`
    .split(/\s+/)
    .map(stem),
);

const ASKS_WHEN =
  /^\s*when\b|\bwhen (?:did|was|were|is|are|will|do|does|has|have)\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow long ago\b/;
const ASKS_COUNT = /\bhow (?:many|much|long|often|old|far)\b/;
const SAID = [
  String.raw`\byou(?:'ve| have| had)? ?(?:previously|earlier|already|also|once|just)? ?(?:suggested|recommended|told|mentioned|gave|given|provided|said|listed|shared|wrote|written|described|explained|advised|created|made|proposed|outlined|offered|came up with|helped|showed|generated|drafted|taught)\b`,
  String.raw`\byour (?:previous |last |earlier |first )?(?:suggestions?|recommendations?|advice|answer|response|reply|list|explanation)\b`,
  String.raw`\bwhat did you\b`,
  String.raw`\bdid you (?:say|suggest|recommend|tell|mention|give)\b`,
  String.raw`\bremind me\b`,
];
const SAID_BY_AGENT = new RegExp(SAID.join('|'));
/** A statement, such as "I tried the app you recommended", is about the person. */
const IS_QUESTION = /\?\s*$|\bremind me\b/;

export interface QueryWord {
  readonly term: string;
  /** As it was written, for people. */
  readonly word: string;
  /** Before rarity. */
  readonly weight: number;
  readonly kind: Token['kind'];
  /** Its place among the words; -1 for what was added to the question. */
  readonly pos: number;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** Words that follow each other, written as one: "road trip" also looks for "roadtrip". */
  readonly joined: readonly QueryWord[];
  /** Every word, also those that carry no topic: a name may be among them. */
  readonly names: ReadonlySet<string>;
  readonly times: NamedTimes;
  /** It asks for what the agent said. */
  readonly isAboutAgent: boolean;
  readonly asksWhen: boolean;
  readonly asksCount: boolean;
}

export function parseQuery(text: string, now: number): Query {
  const read = text.slice(0, READ_CHARS).toWellFormed();
  const tokens = tokenise(read);
  const topical = tokens.filter(({ word }) => !STOPWORDS.has(word));
  const lower = fold(read).replaceAll('’', "'");
  const words = weighed(topical.length > 0 ? topical : tokens);
  return {
    words,
    joined: joinedWords(tokens, new Set(words.map(({ term }) => term))),
    names: new Set(tokens.filter(({ kind }) => kind === 'word').map(({ word }) => word)),
    times: namedTimes(lower, now),
    isAboutAgent: piecesOf(lower).some((sentence) => IS_QUESTION.test(sentence) && SAID_BY_AGENT.test(sentence)),
    asksWhen: ASKS_WHEN.test(lower),
    asksCount: ASKS_COUNT.test(lower),
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
    weight: (times * (TALK.has(term) ? TALK_WEIGHT : 1)) ** REPETITION * (kind === 'gram' ? PAIR_WEIGHT : 1),
  }));
}

/** Weight of a word that was made of two, or of two that were made of one. */
export const JOIN_WEIGHT = 0.8;

function joinedWords(tokens: readonly Token[], known: ReadonlySet<string>): readonly QueryWord[] {
  const words = tokens.filter(({ kind, word }) => kind === 'word' && /^[a-z]+$/.test(word) && !STOPWORDS.has(word));
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (next === undefined || next.pos !== word.pos + 1) return [];
    const joined = word.word + next.word;
    const term = stem(joined);
    return known.has(term) ? [] : { term, word: joined, weight: JOIN_WEIGHT, kind: 'word', pos: -1 };
  });
}

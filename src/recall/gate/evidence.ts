/**
 * How well a candidate applies to a prompt, in a dozen figures that each mean something. They count only words that the
 * candidate itself holds, and weigh them by what they say and how rare they are. Pure.
 */
import { STOPWORDS } from '../text/stopwords.ts';
import { tokenise } from '../text/tokenise.ts';
import type { Candidate } from './candidate.ts';
import { meaningOf } from './everyday-words.ts';
import { kindredGroups } from './kindred-words.ts';
import type { PromptWords } from './prompt-words.ts';

/** Other endings of one word that the stemmer leaves apart: as much of both must be the same. */
const SAME_BEGINNING = 0.75;
const LEAST_BEGINNING = 5;
const OTHER_ENDING = 0.8;
/** "the" may stand between two words that belong together. */
const PROMPT_GAP = 2;
const TEXT_GAP = 3;
/** More of the same is not more evidence. */
const MOST_PHRASES = 2;
const MOST_KINDRED = 1.5;
/** A sentence of one word is not fully covered by it. */
const SHORT_SENTENCE = 1;

export interface Evidence {
  readonly isTurn: number;
  readonly isOfPerson: number;
  /** The weight of the words it holds. */
  readonly held: number;
  /** The same within the sentence of the prompt that it fits best, as a sum and as a share. */
  readonly inSentence: number;
  readonly ofSentence: number;
  /** Words that stand together in both. */
  readonly phrases: number;
  /** Share of the words of its subject that the prompt names. */
  readonly subject: number;
  /** Words it does not hold, but kindred ones. */
  readonly kindred: number;
  readonly asksForPast: number;
  readonly asksForKnowledge: number;
  readonly promptLength: number;
  readonly rank: number;
  /** What its neighbours in their session lend it: see neighbours.ts. */
  readonly besides: number;
  /** Heaviest first, for people. */
  readonly words: readonly string[];
  readonly terms: ReadonlySet<string>;
}

export function evidenceOf(candidate: Candidate, prompt: PromptWords): Evidence {
  const held = heldWords(candidate, prompt);
  const groups = new Set([...candidate.places.keys()].flatMap(kindredGroups));
  let kindred = 0;
  for (const { term, weight } of prompt.words.values())
    if (!held.has(term) && kindredGroups(term).some((group) => groups.has(group))) kindred += weight;
  const isTurn = candidate.fact === undefined;
  return {
    isTurn: Number(isTurn),
    isOfPerson: Number(candidate.fact?.workspace === null),
    held: sum(held.values()),
    ...bestSentence(held, prompt),
    phrases: Math.min(MOST_PHRASES, phrases(candidate, prompt)),
    subject: subjectShare(candidate, prompt),
    kindred: Math.min(MOST_KINDRED, kindred),
    asksForPast: Number(prompt.asksForPast),
    asksForKnowledge: Number(prompt.asksForKnowledge),
    promptLength: Math.log(1 + prompt.words.size),
    rank: Math.log(1 + candidate.rank),
    besides: 0,
    words: [...held]
      .filter(([term]) => prompt.words.get(term)?.kind !== 'gram')
      .sort(([, a], [, b]) => b - a)
      .map(([term]) => (prompt.words.get(term)?.word ?? term).replace(/^=/, '')),
    terms: new Set(held.keys()),
  };
}

/** Words of the prompt that it holds, with their weight. */
function heldWords({ places, tokens }: Candidate, { words }: PromptWords): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  const own = [...tokens.values()].filter(({ kind }) => kind === 'word');
  for (const { term, word, kind, weight } of words.values()) {
    if (places.has(term)) held.set(term, weight);
    else if (kind === 'word' && own.some((other) => areEndingsOfOne(other.word, word)))
      held.set(term, weight * OTHER_ENDING);
  }
  return held;
}

function areEndingsOfOne(a: string, b: string): boolean {
  if (a[0] !== b[0] || a.length < LEAST_BEGINNING || b.length < LEAST_BEGINNING) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= LEAST_BEGINNING && same >= SAME_BEGINNING * Math.max(a.length, b.length);
}

function bestSentence(
  held: ReadonlyMap<string, number>,
  { sentences }: PromptWords,
): Pick<Evidence, 'inSentence' | 'ofSentence'> {
  let inSentence = 0;
  let ofSentence = 0;
  for (const { terms, weight } of sentences) {
    const found = sum(terms.map((term) => held.get(term) ?? 0));
    inSentence = Math.max(inSentence, found);
    ofSentence = Math.max(ofSentence, found / (weight + SHORT_SENTENCE));
  }
  return { inSentence, ofSentence };
}

function phrases({ places }: Candidate, { order, words }: PromptWords): number {
  const held = order.filter(({ term, kind }) => (kind === 'word' || kind === 'number') && places.has(term));
  let together = 0;
  held.forEach((first, at) => {
    const second = held[at + 1];
    if (second === undefined || second.term === first.term || second.pos - first.pos > PROMPT_GAP) return;
    const follows = places
      .get(first.term)
      ?.some((a) => places.get(second.term)?.some((b) => b > a && b - a <= TEXT_GAP) === true);
    if (follows === true) together += Math.min(words.get(first.term)?.weight ?? 0, words.get(second.term)?.weight ?? 0);
  });
  return together;
}

function subjectShare({ fact }: Candidate, { words }: PromptWords): number {
  if (fact?.subject == null) return 0;
  const subject = tokenise(fact.subject).filter(({ kind, word }) => kind === 'word' && !STOPWORDS.has(word));
  const whole = sum(subject.map(({ term }) => meaningOf(term)));
  const named = sum(subject.map(({ term }) => (words.has(term) ? meaningOf(term) : 0)));
  return whole === 0 ? 0 : named / whole;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

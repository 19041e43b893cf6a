/**
 * How well a candidate applies to a prompt, in figures that each mean something. They count only words that the
 * candidate itself holds, and weigh them by what they say and how rare they are. Pure.
 */
import { STOPWORDS } from '../../text/stopwords.ts';
import { tokenise } from '../text/tokenise.ts';
import { BEGINNING_LETTERS, type Candidate } from './candidate.ts';
import { meaningOf } from './everyday-words.ts';
import { kindredGroups } from './kindred-words.ts';
import type { PromptWords } from './prompt-words.ts';

/** Other endings of one word that the stemmer leaves apart: as much of both must be the same. */
const SAME_BEGINNING = 0.75;
const OTHER_ENDING = 0.8;
/** "the" may stand between two words that belong together. */
const PROMPT_GAP = 2;
const TEXT_GAP = 3;
/** More of the same is not more evidence. */
const MOST_PHRASES = 2;
const MOST_KINDRED = 1.5;
/** People write no more than this themselves, mostly. */
const USUAL_CHARS = 150;
/** A sentence of one word is not fully covered by it. */
const SHORT_SENTENCE = 1;

export interface Evidence {
  readonly isOfPerson: number;
  /** One word alone may mean anything. */
  readonly holdsOneWord: number;
  /** The weight of the words it holds. */
  readonly held: number;
  /** The same within the sentence of the prompt that it fits best, as a sum and as a share. */
  readonly inSentence: number;
  readonly ofSentence: number;
  /** Words that stand together in both. */
  readonly phrases: number;
  /** Share of the words of its subject that the prompt names, as far as search found it near. */
  readonly subject: number;
  /** Words it does not hold, but kindred ones; and where its subject is named too. */
  readonly kindred: number;
  readonly kindredOfSubject: number;
  /** How many words it has itself: a short one is held against the prompt sooner. */
  readonly ownWords: number;
  /** The past is asked for, and search found it near. */
  readonly asksForPast: number;
  readonly asksForKnowledge: number;
  readonly isHandiwork: number;
  readonly isQuestion: number;
  readonly promptWords: number;
  readonly promptSentences: number;
  /** Of a long prompt: most of it is pasted. */
  readonly promptExcess: number;
  readonly rank: number;
  /** How much more it holds than any other of its kind; negative for all but one: see rivals.ts. */
  readonly lead: number;
  /** What its neighbours in their session lend it: see neighbours.ts. */
  readonly besides: number;
  /** The words it holds, with their weight. */
  readonly terms: ReadonlyMap<string, number>;
  /** The same as they were written, heaviest first, for people. */
  readonly words: readonly string[];
}

export function evidenceOf(candidate: Candidate, prompt: PromptWords): Evidence {
  const { nearness } = candidate;
  const terms = heldWords(candidate, prompt);
  const subject = subjectShare(candidate, prompt);
  const kindred = kindredWeight(candidate, prompt, terms);
  const words = [...terms]
    .filter(([term]) => prompt.words.get(term)?.kind !== 'gram')
    .sort(([, a], [, b]) => b - a)
    .map(([term]) => (prompt.words.get(term)?.word ?? term).replace(/^=/, ''));
  return {
    isOfPerson: Number(candidate.fact?.workspace === null),
    holdsOneWord: Number(words.length <= 1),
    held: sum(terms.values()),
    ...bestSentence(terms, prompt),
    phrases: Math.min(MOST_PHRASES, phrases(candidate, prompt)),
    subject: subject * nearness,
    kindred,
    kindredOfSubject: kindred * subject,
    ownWords: Math.log1p(candidate.tokens.size),
    asksForPast: prompt.asksForPast ? nearness : 0,
    asksForKnowledge: Number(prompt.asksForKnowledge),
    isHandiwork: Number(prompt.isHandiwork),
    isQuestion: Number(prompt.isQuestion),
    promptWords: Math.log1p(prompt.words.size),
    promptSentences: Math.log1p(prompt.sentences.length),
    promptExcess: Math.max(0, Math.log1p(prompt.chars) - Math.log(USUAL_CHARS)),
    rank: Math.log1p(candidate.rank),
    lead: 0,
    besides: 0,
    terms,
    words,
  };
}

/** Words of the prompt that it holds, with their weight. */
function heldWords({ places, beginnings }: Candidate, { words }: PromptWords): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { term, word, kind, weight } of words.values()) {
    if (places.has(term)) held.set(term, weight);
    else if (kind === 'word') {
      const alike = beginnings.get(word.slice(0, BEGINNING_LETTERS));
      if (alike?.some((other) => areEndingsOfOne(other, word)) === true) held.set(term, weight * OTHER_ENDING);
    }
  }
  return held;
}

function kindredWeight({ places }: Candidate, { words }: PromptWords, held: ReadonlyMap<string, number>): number {
  const groups = new Set<number>();
  for (const term of places.keys()) for (const group of kindredGroups(term)) groups.add(group);
  let weighed = 0;
  for (const { term, weight } of words.values())
    if (!held.has(term) && kindredGroups(term).some((group) => groups.has(group))) weighed += weight;
  return Math.min(MOST_KINDRED, weighed);
}

function areEndingsOfOne(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= SAME_BEGINNING * Math.max(a.length, b.length);
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

/**
 * How a candidate meets a prompt, in figures that each mean something. The words that both hold count by what they say and how
 * rare they are; kindred words by how near they are. What is compared with the other candidates is marked so. Pure.
 */
import { STOPWORDS } from '../../text/stopwords.ts';
import { WordsNearby } from '../text/text-meaning.ts';
import { tokenise } from '../text/tokenise.ts';
import { dot } from '../text/word-vectors.ts';
import { BEGINNING_LETTERS, type Candidate, type Words } from './candidate.ts';
import { meaningOf } from './common-words.ts';
import type { PromptWords } from './prompt-words.ts';
import { isLearnedFrom } from './selection.ts';

/** Other endings of one word that the stemmer leaves apart: as much of both must be the same. */
const SAME_BEGINNING = 0.75;
const OTHER_ENDING = 0.8;
/** "the" may stand between two words that belong together. */
const PROMPT_GAP = 2;
const TEXT_GAP = 3;
/** More of the same is not more evidence. */
const MOST_PHRASES = 2;
/** A sentence of one word is not fully covered by it. */
const SHORT = 1;
const DAY_MS = 86_400_000;
/** Of the words of the shorter, for a fact and a turn to be about one thing. */
const LINKED = 0.3;

export interface Features {
  readonly figures: Readonly<Record<string, number>>;
  /** The words it holds, with their weight. */
  readonly terms: ReadonlyMap<string, number>;
  /** The same as they were written, heaviest first, for people. */
  readonly words: readonly string[];
}

interface Own extends Features {
  readonly candidate: Candidate;
  readonly figures: Record<string, number>;
}

export function featuresOf(
  candidates: readonly Candidate[],
  prompt: PromptWords,
  now: number,
): ReadonlyMap<Candidate, Features> {
  const nearby = new WordsNearby(prompt.rows);
  const all = candidates.map((candidate) => ownFeatures(candidate, prompt, nearby, now));
  const ofKind = (isFact: boolean) => all.filter(({ candidate }) => (candidate.fact !== undefined) === isFact);
  for (const kind of [ofKind(true), ofKind(false)])
    for (const figure of ['cosine', 'soft', 'held'] as const) compare(kind, figure);
  lend(ofKind(true), ofKind(false));
  for (const own of all) combine(own.figures, prompt);
  return new Map(all.map((own) => [own.candidate, own]));
}

function ownFeatures(candidate: Candidate, prompt: PromptWords, nearby: WordsNearby, now: number): Own {
  const { fact, nearness, meaning } = candidate;
  const terms = heldWords(candidate, prompt);
  const held = sum(terms.values());
  const heldOfHead = sum([...terms].map(([term, weight]) => (prompt.words.get(term)?.isOfHead === true ? weight : 0)));
  const words = [...terms]
    .filter(([term]) => prompt.words.get(term)?.kind !== 'gram')
    .sort(([, a], [, b]) => b - a)
    .map(([term]) => (prompt.words.get(term)?.word ?? term).replace(/^=/, ''));
  const near = nearby.in(meaning);
  const replaced = candidate.replaced.map((old) => ({
    held: sum([...heldWords(old, prompt)].map(([term, weight]) => (terms.has(term) ? 0 : weight))),
    cosine: dot(prompt.mean, old.meaning.mean),
  }));
  const asked = candidate.asked.map((line) => ({
    held: sum([...heldWords(line, prompt)].map(([term, weight]) => (terms.has(term) ? 0 : weight))),
    cosine: dot(prompt.mean, line.meaning.mean),
    ...nearby.in(line.meaning),
  }));
  const isForeign =
    prompt.language !== undefined && candidate.language !== undefined && prompt.language !== candidate.language;
  const figures = {
    isOfPerson: Number(fact?.workspace === null),
    isFound: Number(nearness > 0),
    isForeign: Number(isForeign),
    nearness,
    rank: Math.log1p(candidate.rank),
    oneWord: Number(words.length <= 1),
    noWord: Number(words.length === 0),
    held,
    ...bestSentence(terms, prompt),
    heldOfHead,
    shareOfHead: heldOfHead / (prompt.headWeight + SHORT),
    phrases: Math.min(MOST_PHRASES, phrases(candidate, prompt)),
    subject: subjectShare(candidate, prompt) * nearness,
    ownWords: Math.log1p(candidate.tokens.size),
    soft: near.soft,
    softShare: near.soft / (prompt.weight + SHORT),
    softOfHead: near.softOfHead,
    bestOther: near.bestOther,
    second: near.second,
    reverse: near.reverse,
    cosine: dot(prompt.mean, meaning.mean),
    age: Math.log1p(Math.max(0, now - candidate.at) / DAY_MS),
    replacedHeld: most(replaced.map((old) => old.held)),
    replacedCosine: most(replaced.map((old) => old.cosine)),
    askedHeld: most(asked.map((line) => line.held)),
    askedSoft: most(asked.map((line) => line.soft)),
    askedReverse: most(asked.map((line) => line.reverse)),
    askedCosine: most(asked.map((line) => line.cosine)),
    sessionsSince: fact === undefined ? Math.log1p(candidate.sessionsSince) : 0,
    isLastSession: Number(candidate.sessionsSince === 0),
    isLateSession: Number(candidate.sessionsSince < 3),
    isLastTurn: Number(candidate.turnsSince === 0),
    ...Object.fromEntries(KINDS.map((kind) => [`is${kind}`, Number(fact?.type === kind)])),
  };
  return { candidate, figures, terms, words };
}

const KINDS = ['PREFERENCE', 'CORRECTION', 'PATTERN', 'FAILED', 'DECISION', 'ACTION'];

/** Where it stands among its kind, and by how much it is ahead of the next; below 0 how far behind the first. */
function compare(all: readonly Own[], figure: 'cosine' | 'soft' | 'held'): void {
  const order = all.toSorted((a, b) => (b.figures[figure] ?? 0) - (a.figures[figure] ?? 0));
  const [first = 0, second = 0] = order.map((own) => own.figures[figure] ?? 0);
  order.forEach((own, at) => {
    const value = own.figures[figure] ?? 0;
    own.figures[`${figure}Rank`] = Math.log1p(at);
    own.figures[`${figure}Lead`] = at === 0 ? value - second : value - first;
  });
}

/** A fact and a turn that tell of one thing lend each other what they hold of the prompt. */
function lend(facts: readonly Own[], turns: readonly Own[]): void {
  for (const own of [...facts, ...turns]) Object.assign(own.figures, { lentHeld: 0, lentSoft: 0 });
  for (const fact of facts)
    for (const turn of turns) {
      const share = linkOf(fact.candidate, turn.candidate);
      if (share < LINKED) continue;
      take(fact.figures, turn.figures, share);
      take(turn.figures, fact.figures, share);
    }
}

function take(to: Record<string, number>, from: Readonly<Record<string, number>>, share: number): void {
  to.lentHeld = Math.max(to.lentHeld ?? 0, share * (from.held ?? 0));
  to.lentSoft = Math.max(to.lentSoft ?? 0, share * (from.softShare ?? 0));
}

function linkOf(fact: Candidate, turn: Candidate): number {
  if (fact.fact !== undefined && isLearnedFrom(fact.fact, turn)) return 1;
  let [shared, all] = [0, 0];
  for (const { term, kind } of fact.tokens.values()) {
    const weight = kind === 'gram' ? 0 : meaningOf(term);
    all += weight;
    if (turn.places.has(term)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** What a figure says depends on what the prompt is: each of these is a figure times what is known of the prompt. */
function combine(figures: Record<string, number>, { asks, goesOn, body, words }: PromptWords): void {
  const [resumes, isBare] = [Number(goesOn !== undefined), Number(goesOn?.isBare === true)];
  const of = (name: string) => figures[name] ?? 0;
  Object.assign(figures, {
    need: asks.need,
    past: asks.past,
    resumes,
    isBare,
    body,
    promptWords: Math.sqrt(words.size),
    needHeld: asks.need * of('held'),
    needSoft: asks.need * of('soft'),
    needCosine: asks.need * of('cosine'),
    needBody: asks.need * body,
    pastSoft: asks.past * of('soft'),
    pastNearness: asks.past * of('nearness'),
    resumesLastSession: resumes * of('isLastSession'),
    resumesLateSession: resumes * of('isLateSession'),
    resumesLastTurn: resumes * of('isLastTurn'),
    resumesSoft: resumes * of('soft'),
    resumesTurnSoft: resumes * of('soft') * of('isLastTurn'),
    resumesTask: resumes * of('isACTION'),
    bareLastTurn: isBare * of('isLastSession') * of('isLastTurn'),
    bodySoft: body * of('soft'),
    softOffHead: of('soft') - of('softOfHead'),
    softCosine: of('soft') * of('cosine'),
    personCosine: of('isOfPerson') * of('cosine'),
    foreignSoft: of('isForeign') * of('soft'),
    foreignShare: of('isForeign') * of('softShare'),
    foreignCosine: of('isForeign') * of('cosine'),
    foreignRank: of('isForeign') * of('cosineRank'),
    foreignLead: of('isForeign') * of('cosineLead'),
    foreignNeed: of('isForeign') * asks.need,
    askedNeed: asks.need * of('askedCosine'),
  });
}

/** Words of the prompt that it holds, with their weight. */
function heldWords({ places, beginnings }: Words, { words }: PromptWords): ReadonlyMap<string, number> {
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

function areEndingsOfOne(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= SAME_BEGINNING * Math.max(a.length, b.length);
}

function bestSentence(held: ReadonlyMap<string, number>, { sentences }: PromptWords) {
  let inSentence = 0;
  let ofSentence = 0;
  for (const { terms, weight } of sentences) {
    const found = sum(terms.map((term) => held.get(term) ?? 0));
    inSentence = Math.max(inSentence, found);
    ofSentence = Math.max(ofSentence, found / (weight + SHORT));
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

function most(values: readonly number[]): number {
  return Math.max(0, ...values);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** What the score of a record is multiplied with: who says it, to whom, what it is like, and when. */
import { isPeer } from '../index/context-terms.ts';
import type { SpaceView } from '../index/space-view.ts';
import { TRAIT } from '../text/traits.ts';
import type { Query } from './query.ts';
import { recency, timeFactor } from './time-factor.ts';

/** Somebody who is named in the question. */
const NAMED_SPEAKER = 1.3;
/** What the person said is asked for more often than what the agent said, unless the question says otherwise. */
const SAID_BY_PERSON = 1.5;
const ASKED_OF_AGENT = 1.2;
/** What opens a session says what it is about. */
const OPENS_SESSION = 1.4;
const OF_ONESELF = 1.15;
/** A standing wish of the person. */
const STANDING = 1.4;
/** "When" asks for a time, "how many" for a number. */
const NAMES_TIME = 1.2;
const NAMES_NUMBER = 1.1;
/** Between people a question asks for the fact, what follows gives it, and short turns are no more than a nod. */
const ASKS_PEER = 0.8;
const ANSWERS_PEER = 1.15;
const PEER_LENGTH = 0.15;
/** What was said last counts this much more than what was said long ago. */
const RECENT = 0.03;
/** A long prompt goes on with present work: there the newest counts this much more, from so many words on. */
const RECENT_IN_LONG = 0.25;
const RECENT_FROM_WORDS = 16;
const RECENT_FULL_WORDS = 28;

export interface FactorInput {
  readonly space: SpaceView;
  readonly query: Query;
  /** First passages of what was said by those who are named. */
  readonly named: ReadonlySet<number>;
  /** Words of the question that the space knows. */
  readonly knownWords: number;
}

/** Each by its name. A list of functions, so that a score costs no object. */
const FACTORS: Readonly<Record<string, (first: number, input: FactorInput) => number>> = {
  name: (first, { named }) => (named.has(first) ? NAMED_SPEAKER : 1),
  speaker: (first, { space, query }) => speakerFactor(space.docs.type(first), query.isAboutAgent),
  opening: (first, { space }) => (opensSession(space, first) ? OPENS_SESSION : 1),
  oneself: (first, { space }) => (space.docs.has(first, TRAIT.ofOneself) ? OF_ONESELF : 1),
  standing: (first, { space }) => (isStandingWish(space, first) ? STANDING : 1),
  when: (first, { space, query }) => (query.asksWhen && space.docs.has(first, TRAIT.timed) ? NAMES_TIME : 1),
  count: (first, { space, query }) => (query.asksCount && space.docs.has(first, TRAIT.counted) ? NAMES_NUMBER : 1),
  talk: (first, { space }) => talkFactor(space, first),
  recent: (first, { space, knownWords }) =>
    (1 + RECENT * recency(space, (space.docs.seconds[first] ?? 0) * 1000)) *
    (1 + RECENT_IN_LONG * longPrompt(knownWords) * (first / space.docs.count)),
  time: (first, { space, query }) => timeFactor(query.times, (space.docs.seconds[first] ?? 0) * 1000),
};
const NAMED_FACTORS = Object.entries(FACTORS);
const PLAIN_FACTORS = Object.values(FACTORS);

export function factorOf(first: number, input: FactorInput): number {
  let product = 1;
  for (const factor of PLAIN_FACTORS) product *= factor(first, input);
  return product;
}

/** By name; those that change nothing are left out. */
export function factorsOf(first: number, input: FactorInput): Readonly<Record<string, number>> {
  const all = NAMED_FACTORS.map(([name, factor]) => [name, factor(first, input)] as const);
  return Object.fromEntries(all.filter(([, factor]) => factor !== 1));
}

function speakerFactor(type: string, isAboutAgent: boolean): number {
  if (type === 'prompt') return isAboutAgent ? 1 : SAID_BY_PERSON;
  return type === 'assistant' && isAboutAgent ? ASKED_OF_AGENT : 1;
}

function opensSession(space: SpaceView, first: number): boolean {
  return space.isSaid(first) && space.previous(first) === undefined && space.next(first) !== undefined;
}

function isStandingWish(space: SpaceView, first: number): boolean {
  const { docs } = space;
  const next = space.next(first);
  if (!docs.has(first, TRAIT.standing) || docs.type(first) !== 'prompt') return false;
  return next !== undefined && docs.type(next) === 'assistant';
}

function talkFactor(space: SpaceView, first: number): number {
  const previous = space.previous(first);
  if (!space.isSaid(first) || (previous === undefined && space.next(first) === undefined)) return 1;
  if (!isPeer(space, first)) return 1;
  const { docs } = space;
  const asks = docs.has(first, TRAIT.asks) ? ASKS_PEER : 1;
  const answers = previous !== undefined && docs.has(previous, TRAIT.asks) ? ANSWERS_PEER : 1;
  const average = space.totalWords / Math.max(1, space.liveRecords);
  const length = Math.log((space.wordsOf(first) + 1) / (average + 1));
  return asks * answers * (1 + PEER_LENGTH * Math.max(-1, Math.min(1, length)));
}

/** 0 for a short question, 1 for a long prompt. */
function longPrompt(words: number): number {
  return Math.max(0, Math.min(1, (words - RECENT_FROM_WORDS) / (RECENT_FULL_WORDS - RECENT_FROM_WORDS)));
}

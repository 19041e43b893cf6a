/**
 * From passages to what people look for, records and facts: the best passage speaks for its record, who said it and when
 * weigh in, and a record of a session that is about the question gains. Filters are applied here, before anything is cut.
 */
import type { SpaceView } from '../index/space-view.ts';
import type { RecallQuery } from '../recall.ts';
import { type FirstPass, isAskedOfPeer } from './first-pass.ts';
import type { Query } from './query.ts';
import { timeFactor } from './time-factor.ts';
import { Top } from './top.ts';

/** What the person said is asked for more often than what the agent said, unless the question says otherwise. */
const ASKED_FOR_SPEAKER = 1.5;
/** Somebody who is named in the question. */
const NAMED_SPEAKER = 1.3;
/** What opens a session says what it is about. */
const OPENS_SESSION = 1.2;
/** A question between people is rarely the answer. */
const ASKS = 0.85;
/** How much the best session adds, as a share of the best record's score. */
const SESSION_SHARE = 0.2;

export interface Candidate {
  readonly space: SpaceView;
  /** The passage that speaks for it. */
  readonly doc: number;
  readonly score: number;
  /** 0 … 1. */
  readonly coverage: number;
  /** What the score was multiplied with or gained, by name. */
  readonly parts: Readonly<Record<string, number>>;
}

export interface Filter {
  readonly records: boolean;
  readonly facts: boolean;
  readonly session: number | undefined;
  readonly types: ReadonlySet<string> | undefined;
  readonly sinceSeconds: number;
  readonly untilSeconds: number;
}

export interface SecondPassInput {
  readonly space: SpaceView;
  readonly query: Query;
  readonly filter: Filter;
  /** Passages of those who are named. */
  readonly named: ReadonlySet<number>;
  /** The weight of all words of the question. */
  readonly weight: number;
  readonly size: number;
}

export interface Candidates {
  readonly records: readonly Candidate[];
  readonly facts: readonly Candidate[];
  /** More may be found with a larger size. */
  readonly isCut: boolean;
}

export function filterOf(query: RecallQuery, session: number | undefined): Filter {
  return {
    records: query.kind !== 'facts',
    facts: query.kind !== 'records' && query.recordTypes === undefined,
    session,
    types: query.recordTypes === undefined ? undefined : new Set(query.recordTypes),
    sinceSeconds: query.since === undefined ? 0 : query.since / 1000,
    untilSeconds: query.until === undefined ? Number.POSITIVE_INFINITY : query.until / 1000,
  };
}

export function candidatesOf(pass: FirstPass, input: SecondPassInput): Candidates {
  const { space, filter, size } = input;
  const { docs } = space;
  const factors = new Factors(input);
  // Best passages of records, in their order.
  const found: number[] = [];
  const scores: number[] = [];
  const facts = new Top(filter.facts ? size : 0);
  let best = 0;
  let bestSession = 0;
  const take = (first: number, doc: number, words: number) => {
    if (docs.isGone(first) || !factors.passes(first)) return;
    if (docs.isFact(first)) {
      facts.offer(doc, words);
      return;
    }
    const score = words * factors.of(first);
    found.push(doc);
    scores.push(score);
    best = Math.max(best, score);
    bestSession = Math.max(bestSession, pass.sessionScores[docs.session[first] ?? 0] ?? 0);
  };
  let first = -1;
  let doc = -1;
  let words = 0;
  for (let next = 0; next < docs.count; next += 1) {
    const score = pass.scores[next] ?? 0;
    if (score <= 0) continue;
    const start = docs.firstOf(next);
    if (start === first && score <= words) continue;
    if (start !== first && first >= 0) take(first, doc, words);
    first = start;
    doc = next;
    words = score;
  }
  if (first >= 0) take(first, doc, words);
  const share = bestSession > 0 ? (SESSION_SHARE * best) / bestSession : 0;
  const top = new Top(filter.records ? size : 0);
  for (let at = 0; at < found.length; at += 1) {
    const doc = found[at] ?? 0;
    top.offer(doc, (scores[at] ?? 0) + share * (pass.sessionScores[docs.session[doc] ?? 0] ?? 0));
  }
  const candidate = ({ item, score }: { readonly item: number; readonly score: number }): Candidate => {
    const words = pass.scores[item] ?? 0;
    const first = docs.firstOf(item);
    const session = docs.isFact(item) ? 0 : share * (pass.sessionScores[docs.session[item] ?? 0] ?? 0);
    return {
      space,
      doc: item,
      score,
      coverage: input.weight > 0 ? Math.min(1, (pass.covered[item] ?? 0) / input.weight) : 0,
      parts: { words, ...(docs.isFact(item) ? {} : factors.named(first)), ...(session > 0 ? { session } : {}) },
    };
  };
  return {
    records: top.sorted().map(candidate),
    facts: facts.sorted().map(candidate),
    isCut: (filter.records && top.isFull) || (filter.facts && facts.isFull),
  };
}

/** What the score of a record is multiplied with. */
class Factors {
  readonly #input: SecondPassInput;

  constructor(input: SecondPassInput) {
    this.#input = input;
  }

  passes(first: number): boolean {
    const { docs } = this.#input.space;
    const { filter } = this.#input;
    // When a fact was last said may have changed since; whoever reads it looks.
    if (docs.isFact(first)) return filter.facts;
    const seconds = docs.seconds[first] ?? 0;
    if (seconds < filter.sinceSeconds || seconds > filter.untilSeconds) return false;
    if (filter.session !== undefined && docs.session[first] !== filter.session) return false;
    return filter.records && (filter.types === undefined || filter.types.has(docs.type(first)));
  }

  of(first: number): number {
    return this.#speaker(first) * this.#name(first) * this.#opening(first) * this.#asking(first) * this.#time(first);
  }

  /** Those that are not 1. */
  named(first: number): Readonly<Record<string, number>> {
    const all = {
      speaker: this.#speaker(first),
      name: this.#name(first),
      opening: this.#opening(first),
      question: this.#asking(first),
      time: this.#time(first),
    };
    return Object.fromEntries(Object.entries(all).filter(([, factor]) => factor !== 1));
  }

  #speaker(first: number): number {
    const type = this.#input.space.docs.type(first);
    return type === (this.#input.query.isAboutAgent ? 'assistant' : 'prompt') ? ASKED_FOR_SPEAKER : 1;
  }

  #name(first: number): number {
    return this.#input.named.has(first) ? NAMED_SPEAKER : 1;
  }

  #opening(first: number): number {
    const { space } = this.#input;
    return space.isSaid(first) && space.previous(first) === undefined ? OPENS_SESSION : 1;
  }

  #asking(first: number): number {
    return isAskedOfPeer(this.#input.space, first) ? ASKS : 1;
  }

  #time(first: number): number {
    const { query, space } = this.#input;
    return timeFactor(query.times, (space.docs.seconds[first] ?? 0) * 1000);
  }
}

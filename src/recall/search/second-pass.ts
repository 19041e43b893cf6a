/**
 * From passages to what people look for, records and facts: the best passage speaks for its record, who said it and when
 * weigh in, and a record of a session that is about the question gains. What a filter shuts out is left out here.
 */
import type { SpaceView } from '../index/space-view.ts';
import type { RecallQuery } from '../recall.ts';
import { type FactorInput, factorOf, factorsOf } from './factors.ts';
import type { FirstPass } from './first-pass.ts';
import type { PhraseBounds } from './phrases.ts';

/** How much the best session adds, as a share of the best record's score. */
const SESSION_SHARE = 0.35;

/**
 * Who holds nearly all that is asked for is meant, whoever says it: else what everybody says of one of the words, in a better
 * place, would go before it. Steep, because a share of the words says little.
 */
const HELD_GAIN = 0.6;
const HELD_POWER = 4;

export interface Candidate {
  readonly space: SpaceView;
  /** The passage that speaks for it. */
  readonly doc: number;
  readonly score: number;
  /** The most that words of the question that stand together in it could add; 0 when there are none. */
  readonly mostPhrase: number;
  /** `words` was multiplied with the others, then `session` was added. Made for who asks why. */
  parts(): Readonly<Record<string, number>>;
}

export interface Filter {
  readonly records: boolean;
  readonly facts: boolean;
  readonly session: number | undefined;
  readonly types: ReadonlySet<string> | undefined;
  readonly sinceSeconds: number;
  readonly untilSeconds: number;
}

export interface Candidates {
  readonly records: readonly Candidate[];
  readonly facts: readonly Candidate[];
}

export function filterOf(query: RecallQuery, session: number | undefined): Filter {
  return {
    records: query.kind !== 'facts',
    facts: query.kind !== 'records' && query.recordTypes === undefined,
    session,
    types: query.recordTypes === undefined ? undefined : new Set(query.recordTypes),
    sinceSeconds: query.since === undefined ? 0 : Math.floor(query.since / 1000),
    untilSeconds: query.until === undefined ? Number.POSITIVE_INFINITY : query.until / 1000,
  };
}

/** Both lists best first. */
export function candidatesOf(pass: FirstPass, bounds: PhraseBounds, input: FactorInput): Candidates {
  const { space } = input;
  const { docs } = space;
  const best = new Map<number, number>();
  for (const doc of pass.candidates) {
    const first = docs.firstOf(doc);
    const known = best.get(first);
    if (known === undefined || (pass.scores[doc] ?? 0) > (pass.scores[known] ?? 0)) best.set(first, doc);
  }
  const records: Scored[] = [];
  const facts: Scored[] = [];
  for (const [first, doc] of best) {
    const words = pass.scores[doc] ?? 0;
    const held = 1 + HELD_GAIN * Math.min(1, (pass.held[doc] ?? 0) / pass.weight) ** HELD_POWER;
    const mostPhrase = bounds.most(pass.pairable[doc] ?? 0);
    const isFact = docs.isFact(first);
    const factor = isFact ? 1 : factorOf(first, input);
    (isFact ? facts : records).push(new Scored(input, doc, { words, held, factor, mostPhrase }));
  }
  addSessions(pass, records);
  return { records: records.sort(byScore), facts: facts.sort(byScore) };
}

function addSessions(pass: FirstPass, records: readonly Scored[]): void {
  const sessionScore = ({ space, doc }: Candidate) => pass.sessionScores[space.docs.session[doc] ?? 0] ?? 0;
  // No spread: there may be more of them than a call has room for.
  const best = records.reduce((most, { score }) => Math.max(most, score), 0);
  const bestSession = records.reduce((most, candidate) => Math.max(most, sessionScore(candidate)), 0);
  if (bestSession === 0) return;
  for (const candidate of records) candidate.add((SESSION_SHARE * best * sessionScore(candidate)) / bestSession);
}

/** Of a class rather than with functions of its own: there are hundreds of them, and a few are asked for their parts. */
class Scored implements Candidate {
  readonly space: SpaceView;
  readonly doc: number;
  score: number;
  readonly mostPhrase: number;
  readonly #words: number;
  readonly #held: number;
  readonly #input: FactorInput;
  #session: number | undefined;

  constructor(
    input: FactorInput,
    doc: number,
    {
      words,
      held,
      factor,
      mostPhrase,
    }: Pick<Candidate, 'mostPhrase'> & { readonly words: number; readonly held: number; readonly factor: number },
  ) {
    this.space = input.space;
    this.doc = doc;
    this.score = words * factor * held;
    this.mostPhrase = mostPhrase;
    this.#words = words;
    this.#held = held;
    this.#input = input;
  }

  add(session: number): void {
    this.score += session;
    this.#session = session;
  }

  parts(): Readonly<Record<string, number>> {
    const { docs } = this.space;
    const first = docs.firstOf(this.doc);
    return {
      words: this.#words,
      held: this.#held,
      ...(docs.isFact(first) ? {} : factorsOf(first, this.#input)),
      ...(this.#session === undefined ? {} : { session: this.#session }),
    };
  }
}

/** Any passage tells for its record. */
export function passes({ docs }: SpaceView, filter: Filter, doc: number): boolean {
  // When a fact was last said may have changed since; whoever reads it looks.
  if (docs.isFact(doc)) return filter.facts;
  const seconds = docs.seconds[doc] ?? 0;
  if (!filter.records || seconds < filter.sinceSeconds || seconds > filter.untilSeconds) return false;
  if (filter.session !== undefined && docs.session[doc] !== filter.session) return false;
  return filter.types === undefined || filter.types.has(docs.type(doc));
}

function byScore(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return b.doc - a.doc;
}

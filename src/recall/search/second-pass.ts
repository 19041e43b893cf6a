/**
 * From passages to what people look for, records and facts: the best passage speaks for its record, who said it and when
 * weigh in, and a record of a session that is about the question gains. What a filter shuts out is left out here.
 */
import type { SpaceView } from '../index/space-view.ts';
import type { RecallQuery } from '../recall.ts';
import { type FactorInput, factorOf, factorsOf } from './factors.ts';
import type { FirstPass } from './first-pass.ts';

/** How much the best session adds, as a share of the best record's score. */
const SESSION_SHARE = 0.35;

/**
 * Who holds nearly all that is asked for is meant, whoever says it: else what everybody says of one of the words, in a better
 * place, would go before it. Steep, because a share of the words says little.
 */
const HELD_GAIN = 0.6;
const HELD_POWER = 4;
/** Words that it takes to stand together. */
const PAIR = 2;

export interface Candidate {
  readonly space: SpaceView;
  /** The passage that speaks for it. */
  readonly doc: number;
  readonly score: number;
  /** It may hold words of the question that stand together. */
  readonly mayHoldPhrase: boolean;
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
export function candidatesOf(pass: FirstPass, input: FactorInput): Candidates {
  const { space } = input;
  const { docs } = space;
  const best = new Map<number, number>();
  for (const doc of pass.candidates) {
    const first = docs.firstOf(doc);
    const known = best.get(first);
    if (known === undefined || (pass.scores[doc] ?? 0) > (pass.scores[known] ?? 0)) best.set(first, doc);
  }
  const records: Candidate[] = [];
  const facts: Candidate[] = [];
  for (const [first, doc] of best) {
    const words = pass.scores[doc] ?? 0;
    const held = 1 + HELD_GAIN * Math.min(1, (pass.held[doc] ?? 0) / pass.weight) ** HELD_POWER;
    const mayHoldPhrase = (pass.pairable[doc] ?? 0) >= PAIR;
    if (docs.isFact(first))
      facts.push({ space, doc, score: words * held, mayHoldPhrase, parts: () => ({ words, held }) });
    else {
      const score = words * factorOf(first, input) * held;
      records.push({ space, doc, score, mayHoldPhrase, parts: () => ({ words, held, ...factorsOf(first, input) }) });
    }
  }
  return { records: withSessions(pass, records).toSorted(byScore), facts: facts.toSorted(byScore) };
}

function withSessions(pass: FirstPass, records: readonly Candidate[]): readonly Candidate[] {
  const sessionScore = ({ space, doc }: Candidate) => pass.sessionScores[space.docs.session[doc] ?? 0] ?? 0;
  // No spread: there may be more of them than a call has room for.
  const best = records.reduce((most, { score }) => Math.max(most, score), 0);
  const bestSession = records.reduce((most, candidate) => Math.max(most, sessionScore(candidate)), 0);
  if (bestSession === 0) return records;
  return records.map((candidate) => {
    const session = (SESSION_SHARE * best * sessionScore(candidate)) / bestSession;
    return { ...candidate, score: candidate.score + session, parts: () => ({ ...candidate.parts(), session }) };
  });
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
  return b.score - a.score || b.doc - a.doc;
}

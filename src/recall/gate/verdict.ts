/**
 * From evidence to a verdict: how likely it is that a knowing colleague would have put this on the table. A logistic
 * model with one weight per figure, fitted on the development set of the gate's corpora and checked on the other.
 */
import type { Evidence } from './evidence.ts';

const BASE = -2.23;

/** What each figure adds to the log-odds. */
const WEIGHTS = {
  isTurn: -2.43,
  isOfPerson: -1.58,
  inSentence: 2.62,
  ofSentence: 4.05,
  phrases: 0.79,
  subject: 1.61,
  kindred: 1.42,
  asksForKnowledge: -0.91,
  promptLength: -0.63,
  rank: -0.93,
} as const satisfies Partial<Record<keyof Evidence, number>>;
/** A turn is long and holds words by chance: they count less. */
const HELD_BY_TURN = -0.58;
/** Where the past is asked for, for any turn and for what its neighbours hold. */
const PAST_TURN = 1.88;
const PAST_BESIDES = 7.36;

/** 0 … 1. `sinking` is 1, or less for what was shown often and never used. */
export function likelihoodOf(evidence: Evidence, sinking: number): number {
  let odds: number = BASE;
  for (const [figure, weight] of Object.entries(WEIGHTS)) odds += weight * evidence[figure as keyof typeof WEIGHTS];
  odds += HELD_BY_TURN * evidence.isTurn * evidence.held;
  odds += PAST_TURN * evidence.isTurn * evidence.asksForPast;
  odds += PAST_BESIDES * evidence.besides;
  return sinking / (1 + Math.exp(-odds));
}

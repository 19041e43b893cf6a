/**
 * From evidence to a verdict: how likely it is that a knowing colleague would have put this on the table. A logistic
 * model with one weight per figure, fitted on the development set of the gate's corpora and checked on the other.
 */
import type { Evidence } from './evidence.ts';

const BASE = -3.36;

/** What each figure adds to the log-odds. */
const WEIGHTS = {
  isTurn: -2.81,
  isOfPerson: -1.68,
  inSentence: 3.42,
  ofSentence: 4.32,
  phrases: 1.89,
  subject: 1.69,
  kindred: 1.62,
  asksForKnowledge: -1.14,
  promptLength: -0.62,
  rank: -1.04,
} as const satisfies Partial<Record<keyof Evidence, number>>;
/** A turn is long and holds words by chance: they count less. */
const HELD_BY_TURN = 0;
/** Where the past is asked for, for any turn and for what its neighbours hold. */
const PAST_TURN = 1.99;
const PAST_BESIDES = 7.78;

/** 0 … 1. `sinking` is 1, or less for what was shown often and never used. */
export function likelihoodOf(evidence: Evidence, sinking: number): number {
  let odds = BASE + Math.log(Math.max(Number.EPSILON, sinking));
  for (const [figure, weight] of Object.entries(WEIGHTS)) odds += weight * evidence[figure as keyof typeof WEIGHTS];
  odds += HELD_BY_TURN * evidence.isTurn * evidence.held;
  odds += PAST_TURN * evidence.isTurn * evidence.asksForPast;
  odds += PAST_BESIDES * evidence.besides;
  return 1 / (1 + Math.exp(-odds));
}

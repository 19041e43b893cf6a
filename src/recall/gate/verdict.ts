/**
 * From evidence to a verdict: how likely it is that a knowing colleague would have put this on the table. A logistic
 * model with one weight per figure, fitted on the development set of the gate's corpora and checked on the other.
 */
import type { Evidence } from './evidence.ts';

const BASE = -3.53;

/** What each figure adds to the log-odds. */
const WEIGHTS = {
  isTurn: -2.57,
  isOfPerson: -1.69,
  inSentence: 3.55,
  ofSentence: 4.28,
  phrases: 1.79,
  subject: 1.66,
  kindred: 1.51,
  asksForKnowledge: -1.19,
  promptLength: -0.56,
  rank: -1.14,
} as const satisfies Partial<Record<keyof Evidence, number>>;
/** A turn is long and holds words by chance: they count less. */
const HELD_BY_TURN = -0.23;
const TURN_WHEN_PAST_IS_ASKED = 2.07;
const NEIGHBOURS_WHEN_PAST_IS_ASKED = 7.56;

/** 0 … 1. `sinking` is 1, or less for what was shown often and never used. */
export function likelihoodOf(evidence: Evidence, sinking: number): number {
  let odds = BASE + Math.log(Math.max(Number.EPSILON, sinking));
  for (const [figure, weight] of Object.entries(WEIGHTS)) odds += weight * evidence[figure as keyof typeof WEIGHTS];
  odds += HELD_BY_TURN * evidence.isTurn * evidence.held;
  odds += TURN_WHEN_PAST_IS_ASKED * evidence.isTurn * evidence.asksForPast;
  odds += NEIGHBOURS_WHEN_PAST_IS_ASKED * evidence.asksForPast * evidence.besides;
  return 1 / (1 + Math.exp(-odds));
}

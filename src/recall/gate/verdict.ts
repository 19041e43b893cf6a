/**
 * From evidence to a verdict: how likely it is that a knowing colleague would have put this on the table. Two logistic
 * models, because a fact is one sentence and a turn is many. `bench/gate-fit.ts` makes the weights, and says how good they
 * are in projects that they were not fitted on.
 */
import type { Evidence } from './evidence.ts';

export type Figure = Exclude<keyof Evidence, 'terms' | 'words'>;
export type Weights = Readonly<Partial<Record<Figure, number>>>;

const FACT_BASE = 1.02;
/** What each figure adds to the log-odds. */
export const FACT_WEIGHTS = {
  isOfPerson: -1.25,
  holdsOneWord: -0.73,
  inSentence: 2.27,
  ofSentence: 2.61,
  phrases: 5.32,
  subject: 2.32,
  kindred: 2.06,
  kindredOfSubject: -4.56,
  ownWords: -1.29,
  asksForKnowledge: -1.97,
  isHandiwork: -1.54,
  promptSentences: -1.18,
  lead: 0.76,
} as const satisfies Weights;

const TURN_BASE = -4.36;
export const TURN_WEIGHTS = {
  held: 2.67,
  kindred: 1.7,
  asksForPast: 3.39,
  besides: 2.93,
  isQuestion: 1.21,
  promptWords: -0.99,
  promptExcess: -2.87,
  rank: -1.02,
} as const satisfies Weights;

/** 0 … 1. */
export function likelihoodOf(evidence: Evidence, isFact: boolean): number {
  return isFact ? logistic(evidence, FACT_BASE, FACT_WEIGHTS) : logistic(evidence, TURN_BASE, TURN_WEIGHTS);
}

export function logistic(evidence: Evidence, base: number, weights: Weights): number {
  let odds = base;
  for (const [figure, weight] of Object.entries(weights)) odds += weight * evidence[figure as Figure];
  return 1 / (1 + Math.exp(-odds));
}

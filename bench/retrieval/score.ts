/**
 * How well a ranking answers: per question, then the mean, in percent. R@k is the share of the answering items among the
 * first k, any@k whether one is, nDCG@10 with gain 0 or 1, MRR@10 the inverse rank of the first. A question without labels
 * of a level counts at the other level only.
 */
import type { Answers } from './data-set.ts';

export const LEVELS = ['turn', 'session'] as const;
export type Level = (typeof LEVELS)[number];

const METRICS = ['R@1', 'R@5', 'R@10', 'R@20', 'any@5', 'any@10', 'nDCG@10', 'MRR@10'] as const;
export type Metric = (typeof METRICS)[number];
export type Scores = Readonly<Record<Metric, number>>;

const DEPTH = 10;

/** Items of one level, best first; undefined when the question has no labels of that level. */
export function score(ranked: readonly string[], wanted: ReadonlySet<string>): Scores | undefined {
  if (wanted.size === 0) return undefined;
  const hits = (k: number): number => ranked.slice(0, k).filter((id) => wanted.has(id)).length;
  const recall = (k: number): number => (100 * hits(k)) / wanted.size;
  const any = (k: number): number => (hits(k) > 0 ? 100 : 0);
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  const sum = (ranks: readonly number[]): number => ranks.reduce((total, rank) => total + gain(rank), 0);
  const top = ranked.slice(0, DEPTH);
  const first = top.findIndex((id) => wanted.has(id));
  const ideal = sum(Array.from({ length: Math.min(wanted.size, DEPTH) }, (_, rank) => rank));
  return {
    'R@1': recall(1),
    'R@5': recall(5),
    'R@10': recall(10),
    'R@20': recall(20),
    'any@5': any(5),
    'any@10': any(10),
    'nDCG@10': (100 * sum(top.flatMap((id, rank) => (wanted.has(id) ? [rank] : [])))) / ideal,
    'MRR@10': first === -1 ? 0 : 100 / (first + 1),
  };
}

/** Sessions in the order in which they first appear among the turns. */
export function rankings(
  turns: readonly string[],
  sessionOf: (turn: string) => string,
): Readonly<Record<Level, readonly string[]>> {
  return { turn: turns, session: [...new Set(turns.map(sessionOf))] };
}

export function labels(answers: Answers, level: Level): ReadonlySet<string> {
  return level === 'turn' ? answers.turns : answers.sessions;
}

export function mean(all: readonly Scores[]): Scores {
  const of = (metric: Metric): number => all.reduce((sum, scores) => sum + scores[metric], 0) / all.length;
  return Object.fromEntries(METRICS.map((metric) => [metric, of(metric)])) as Record<Metric, number>;
}

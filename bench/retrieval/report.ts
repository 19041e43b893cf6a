/** One table per set: every figure beside the baseline of the same run and, where there is one, its target. */
import { type Figure, ms, printFigures } from '../support/figures.ts';
import type { Measured, Result } from './measure.ts';
import type { Level, Metric } from './score.ts';
import { TARGETS } from './targets.ts';

const SHOWN: Readonly<Record<Level, readonly Metric[]>> = {
  turn: ['R@1', 'R@5', 'R@10', 'R@20', 'any@5', 'any@10', 'nDCG@10', 'MRR@10'],
  session: ['R@5', 'R@10', 'any@5', 'any@10'],
};

/** Of a type of question, a figure that has a target is shown without being asked for. */
export function printSet(set: string, ours: Measured, plain: Measured, byType: boolean): void {
  const figures = ours.results.flatMap((result) => {
    const { level, type } = result;
    const baseline = plain.results.find((other) => other.level === level && other.type === type);
    return SHOWN[level]
      .filter((metric) => type === undefined || byType || targetOf(result, metric) !== undefined)
      .map((metric) => figureOf(result, baseline, metric));
  });
  printFigures(`${set}: ${questionsOf(ours)} questions`, [
    ...figures,
    { what: 'search p50', value: ms(ours.p50Ms), baseline: `bm25 ${ms(plain.p50Ms)}`, ratio: ours.p50Ms / plain.p50Ms },
    { what: 'search p95', value: ms(ours.p95Ms), baseline: `bm25 ${ms(plain.p95Ms)}`, ratio: ours.p95Ms / plain.p95Ms },
  ]);
}

function figureOf(result: Result, baseline: Result | undefined, metric: Metric): Figure {
  const { level, type, questions, scores } = result;
  const value = scores[metric];
  const plain = baseline?.scores[metric] ?? Number.NaN;
  const target = targetOf(result, metric);
  return {
    what: `${level} ${metric}${type === undefined ? '' : `, ${type} (${questions})`}`,
    value: value.toFixed(1),
    baseline: `bm25 ${plain.toFixed(1)}`,
    ratio: value / plain,
    ...(target === undefined ? {} : { target: `≥ ${target}`, met: value >= target }),
  };
}

function targetOf({ set, level, type }: Result, metric: Metric): number | undefined {
  return TARGETS[set]?.find((target) => target.level === level && target.metric === metric && target.type === type)
    ?.atLeast;
}

function questionsOf({ results }: Measured): number {
  return Math.max(...results.filter(({ type }) => type === undefined).map(({ questions }) => questions));
}

/**
 * A logistic model by Newton's method with a penalty on large weights (L2). Figures are brought to one scale first, so that
 * the penalty means the same for each; the weights that come out are for the figures as they are. Deterministic.
 */

export interface LogisticModel {
  readonly base: number;
  readonly weights: readonly number[];
}

const ROUNDS = 12;
/** Keeps a figure that never varies from being divided by nothing. */
const LEAST_SPREAD = 1e-9;

export function fitLogistic(
  rows: readonly (readonly number[])[],
  wanted: readonly boolean[],
  l2: number,
): LogisticModel {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? 0));
  const means = columns.map((column) => sum(column) / column.length);
  const spreads = columns.map((column, at) => {
    const mean = means[at] ?? 0;
    return Math.sqrt(sum(column.map((value) => (value - mean) ** 2)) / column.length) + LEAST_SPREAD;
  });
  const scaled = rows.map((row) => [1, ...row.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1))]);
  let beta = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) beta = step(scaled, wanted, beta, l2);
  const weights = beta.slice(1).map((value, at) => value / (spreads[at] ?? 1));
  const base = (beta[0] ?? 0) - sum(weights.map((weight, at) => weight * (means[at] ?? 0)));
  return { base, weights };
}

function step(rows: readonly (readonly number[])[], wanted: readonly boolean[], beta: readonly number[], l2: number) {
  const size = beta.length;
  const slope = beta.map((value, at) => (at === 0 ? 0 : -l2 * value));
  const curve = beta.map((_, at) => beta.map((__, other) => (at === other && at > 0 ? l2 : 0)));
  rows.forEach((row, number) => {
    const chance = 1 / (1 + Math.exp(-sum(row.map((value, at) => value * (beta[at] ?? 0)))));
    const error = (wanted[number] === true ? 1 : 0) - chance;
    const bend = chance * (1 - chance);
    for (let at = 0; at < size; at += 1) {
      const value = row[at] ?? 0;
      slope[at] = (slope[at] ?? 0) + error * value;
      const line = curve[at] ?? [];
      for (let other = 0; other < size; other += 1) line[other] = (line[other] ?? 0) + bend * value * (row[other] ?? 0);
    }
  });
  const move = solve(curve, slope);
  return beta.map((value, at) => value + (move[at] ?? 0));
}

/** Gauss elimination; the matrix is symmetric and positive. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const pivot = rows[at] ?? [];
    for (let below = at + 1; below < size; below += 1) {
      const row = rows[below] ?? [];
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  const answer = new Array<number>(size).fill(0);
  for (let at = size - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? [];
    const known = sum(answer.map((value, column) => (column > at ? value * (row[column] ?? 0) : 0)));
    answer[at] = ((row[size] ?? 0) - known) / (row[at] ?? 1);
  }
  return answer;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

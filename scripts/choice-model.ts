/**
 * A choice of one among several or of none, by a linear model (conditional logit with a ridge), by L-BFGS: the same rows give
 * the same weights.
 */
import type { Model } from './logistic.ts';

export interface ChoiceRow {
  readonly candidates: readonly ReadonlyMap<string, number>[];
  /** Places of what is to be chosen; none for none of them. */
  readonly right: readonly number[];
  readonly weight: number;
}

interface Sparse {
  readonly columns: Int32Array;
  readonly values: Float64Array;
}
interface Row {
  readonly candidates: readonly Sparse[];
  readonly wanted: Float64Array;
  readonly weight: number;
}

const ROUNDS = 200;
const REMEMBERED = 12;
const SMALL = 1e-4;

export function fittedChoice(rows: readonly ChoiceRow[], ridge: number): Model {
  const names = [...new Set(rows.flatMap(({ candidates }) => candidates.flatMap((one) => [...one.keys()])))].sort();
  const place = new Map(names.map((name, at) => [name, at + 1]));
  const sparse = (features: ReadonlyMap<string, number>): Sparse => ({
    columns: Int32Array.from([0, ...[...features.keys()].map((name) => place.get(name) ?? 0)]),
    values: Float64Array.from([1, ...features.values()]),
  });
  const made = rows.map(({ candidates, right, weight }) => ({
    candidates: candidates.map(sparse),
    wanted: Float64Array.from(candidates, (_, at) => (right.includes(at) ? 1 / right.length : 0)),
    weight,
  }));
  const found = minimum(names.length + 1, (at, slope) => loss(made, ridge, at, slope));
  return { bias: found[0] ?? 0, weights: new Map(names.map((name, at) => [name, found[at + 1] ?? 0])) };
}

function loss(rows: readonly Row[], ridge: number, at: Float64Array, slope: Float64Array): number {
  slope.fill(0);
  let total = 0;
  for (const { candidates, wanted, weight } of rows) {
    const odds = candidates.map(({ columns, values }) => {
      let sum = 0;
      for (let i = 0; i < columns.length; i += 1) sum += (at[columns[i] ?? 0] ?? 0) * (values[i] ?? 0);
      return sum;
    });
    const most = Math.max(0, ...odds);
    const all = odds.reduce((sum, one) => sum + Math.exp(one - most), Math.exp(-most));
    total += weight * (Math.log(all) + most);
    for (const [k, { columns, values }] of candidates.entries()) {
      const [one, want] = [odds[k] ?? 0, wanted[k] ?? 0];
      total -= weight * want * one;
      const error = weight * (Math.exp(one - most) / all - want);
      for (let i = 0; i < columns.length; i += 1) {
        const column = columns[i] ?? 0;
        slope[column] = (slope[column] ?? 0) + error * (values[i] ?? 0);
      }
    }
  }
  for (let i = 1; i < at.length; i += 1) {
    const one = at[i] ?? 0;
    total += (ridge / 2) * one * one;
    slope[i] = (slope[i] ?? 0) + ridge * one;
  }
  return total;
}

function minimum(size: number, value: (at: Float64Array, slope: Float64Array) => number): Float64Array {
  let at: Float64Array = new Float64Array(size);
  let slope: Float64Array = new Float64Array(size);
  let now = value(at, slope);
  const steps: { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const direction = downhill(slope, steps);
    const steep = dot(direction, slope);
    let length = steps.length === 0 ? 1 / Math.max(1, Math.sqrt(dot(slope, slope))) : 1;
    const nextSlope = new Float64Array(size);
    let next = at;
    let then = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 30; tried += 1, length /= 2) {
      next = at.map((one, i) => one + length * (direction[i] ?? 0));
      then = value(next, nextSlope);
      if (then <= now + 1e-4 * length * steep) break;
    }
    const s = next.map((one, i) => one - (at[i] ?? 0));
    const y = nextSlope.map((one, i) => one - (slope[i] ?? 0));
    const bend = dot(s, y);
    if (bend > 1e-12) steps.push({ s, y, rho: 1 / bend });
    if (steps.length > REMEMBERED) steps.shift();
    const isEnd = now - then < SMALL;
    [at, slope, now] = [next, nextSlope, then];
    if (isEnd) break;
  }
  return at;
}

/** What the last steps tell of the bend. */
function downhill(
  slope: Float64Array,
  steps: readonly { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[],
): Float64Array {
  const q = slope.map((one) => -one);
  const along: number[] = [];
  for (const { s, y, rho } of steps.toReversed()) {
    const a = rho * dot(s, q);
    along.unshift(a);
    for (let i = 0; i < q.length; i += 1) q[i] = (q[i] ?? 0) - a * (y[i] ?? 0);
  }
  const last = steps.at(-1);
  const scale = last === undefined ? 1 : 1 / (last.rho * dot(last.y, last.y));
  for (let i = 0; i < q.length; i += 1) q[i] = (q[i] ?? 0) * scale;
  for (const [k, { s, y, rho }] of steps.entries()) {
    const b = (along[k] ?? 0) - rho * dot(y, q);
    for (let i = 0; i < q.length; i += 1) q[i] = (q[i] ?? 0) + b * (s[i] ?? 0);
  }
  return q;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

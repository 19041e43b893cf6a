/** Logistic regression with a ridge, by Newton's method: the same rows give the same weights. */
export interface Row {
  readonly features: ReadonlyMap<string, number>;
  readonly target: number;
  readonly weight?: number;
}
export interface Model {
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}
const ROUNDS = 12;
/** Steps below it change nothing that is written. */
const SMALL_STEP = 1e-5;

export function fitted(rows: readonly Row[], ridge: number): Model {
  const names = [...new Set(rows.flatMap(({ features }) => [...features.keys()]))].sort();
  const width = names.length + 1;
  const place = new Map(names.map((name, at) => [name, at + 1]));
  const matrix = rows.map(({ features }) => {
    const line = new Float64Array(width);
    line[0] = 1;
    for (const [name, value] of features) line[place.get(name) ?? 0] = value;
    return line;
  });
  const weights = new Float64Array(width);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Float64Array(width);
    const bend = Array.from({ length: width }, () => new Float64Array(width));
    for (const [at, line] of matrix.entries()) {
      const p = sigmoid(dot(weights, line));
      const weight = rows[at]?.weight ?? 1;
      const error = weight * ((rows[at]?.target ?? 0) - p);
      const curve = weight * Math.max(p * (1 - p), 1e-6);
      for (let i = 0; i < width; i += 1) {
        const x = line[i] ?? 0;
        if (x === 0) continue;
        slope[i] = (slope[i] ?? 0) + error * x;
        const row = bend[i] as Float64Array;
        const bent = curve * x;
        for (let j = i; j < width; j += 1) row[j] = (row[j] as number) + bent * (line[j] as number);
      }
    }
    // The same on both sides of the diagonal.
    for (let i = 1; i < width; i += 1) for (let j = 0; j < i; j += 1) (bend[i] as Float64Array)[j] = bend[j]?.[i] ?? 0;
    for (let i = 1; i < width; i += 1) {
      slope[i] = (slope[i] ?? 0) - ridge * (weights[i] ?? 0);
      const row = bend[i] as Float64Array;
      row[i] = (row[i] ?? 0) + ridge;
    }
    const step = solve(bend, slope);
    for (let i = 0; i < width; i += 1) weights[i] = (weights[i] ?? 0) + (step[i] ?? 0);
    if (step.every((one) => Math.abs(one) < SMALL_STEP)) break;
  }
  return { bias: weights[0] ?? 0, weights: new Map(names.map((name, at) => [name, weights[at + 1] ?? 0])) };
}

export function logit({ bias, weights }: Model, features: ReadonlyMap<string, number>): number {
  let sum = bias;
  for (const [name, value] of features) sum += (weights.get(name) ?? 0) * value;
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  const a = matrix.map((row, i) => Float64Array.from([...row, right[i] ?? 0]));
  for (let c = 0; c < n; c += 1) {
    let pivot = c;
    for (let r = c + 1; r < n; r += 1) if (Math.abs(a[r]?.[c] ?? 0) > Math.abs(a[pivot]?.[c] ?? 0)) pivot = r;
    const top = a[pivot] as Float64Array<ArrayBuffer>;
    a[pivot] = a[c] as Float64Array<ArrayBuffer>;
    a[c] = top;
    for (let r = c + 1; r < n; r += 1) {
      const row = a[r] as Float64Array;
      const factor = (row[c] ?? 0) / (top[c] ?? 1);
      if (factor !== 0) for (let k = c; k <= n; k += 1) row[k] = (row[k] ?? 0) - factor * (top[k] ?? 0);
    }
  }
  const x = new Float64Array(n);
  for (let r = n - 1; r >= 0; r -= 1) {
    const row = a[r] as Float64Array;
    let sum = row[n] ?? 0;
    for (let k = r + 1; k < n; k += 1) sum -= (row[k] ?? 0) * (x[k] ?? 0);
    x[r] = sum / (row[r] ?? 1);
  }
  return x;
}

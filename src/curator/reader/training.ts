/**
 * Makes the weights of the reader from labelled sentences: the same rows give the same bytes. Softmax over the classes and
 * a logistic for the scope, both by AdaGrad in a fixed order with the mean of the later rounds, over the features that at
 * least three families of writers share; the heaviest of them get a row in the table, and the weights are fitted again with
 * those alone.
 *
 * Part of no bundle: only the training script and its tests come here.
 */

import { tokensOf } from '../../text/tokens.ts';
import { featuresOf, type Message, messageOf, VIEWS, viewOf } from './features.ts';
import {
  bucketBytes,
  CLASSES,
  ENGLISH_OUTPUT,
  KINDS,
  MOST_STEPS,
  OUTPUTS,
  SCOPE_OUTPUT,
  type Weights,
  weightLetter,
  wordBit,
  wordTable,
} from './model.ts';

export interface Row {
  readonly text: string;
  readonly lang: string;
  readonly label: string;
  readonly scope: string;
  readonly family: string;
  readonly group: string;
  readonly before?: string;
  readonly at?: number;
  readonly message?: readonly string[];
}

export interface TrainingOptions {
  readonly epochs: number;
  readonly rate: number;
  /** Buckets that get a row, at most. */
  readonly rows: number;
  /** Families that must use a word before it is frequent. */
  readonly frequentFamilies: number;
}

export const TRAINING: TrainingOptions = { epochs: 8, rate: 0.2, rows: 25_000, frequentFamilies: 12 };

const LEAST_FAMILIES = 3;
/** So many messages are the first of all. */
const UNANSWERED = 1 / 4;
/** Gradients below this share change nothing that a weight could show. */
const LEAST_GRADIENT = 0.01;
const FIRST_SQUARES = 1e-3;
const NO_PLACES = new Int32Array(0);
const NO_SHARES = new Float32Array(0);
const WORD_KINDS: ReadonlySet<string> = new Set(['word', 'hangul', 'hiragana']);

export function isDurable({ label }: Pick<Row, 'label'>): boolean {
  return (KINDS as readonly string[]).includes(label);
}

export function messageOfRow({ text, message, before }: Row): Message {
  return messageOf(message ?? [text], before ?? '');
}

export function trainWeights(rows: readonly Row[], options: TrainingOptions): Weights {
  const words = frequentWords(rows, options.frequentFamilies);
  const bits = new Set([...words].map(wordBit));
  const isFrequent = (word: string): boolean => bits.has(wordBit(word));
  const all = withNeutralAnswers(rows).map((row) => featuresOf(row.text, messageOfRow(row), row.at ?? 0, isFrequent));
  const shared = inputsOf(all, sharedBuckets(rows, all));
  const kept = inputsOf(all, heaviest(fitted(rows, shared, options), shared.buckets, options.rows));
  const final = fitted(rows, kept, options);
  const scales = Array.from({ length: OUTPUTS }, (_, output) => scaleOf(final, output));
  return {
    bars: { english: 0, other: 0 },
    outright: { english: 0, other: 0 },
    scales,
    frequent: base64(wordTable(words)),
    buckets: base64(bucketBytes(kept.buckets)),
    rows: Array.from(final, (weight, at) => weightLetter(Math.round(weight / (scales[at % OUTPUTS] ?? 1)))).join(''),
  };
}

/**
 * Most messages follow something the agent said, most rows do not say what: they get what was said to somebody else, which
 * teaches that a correction is told by how it meets what was said, not by there being something.
 */
function withNeutralAnswers(rows: readonly Row[]): readonly Row[] {
  const answered = Map.groupBy(
    rows.filter(({ before }) => before !== undefined),
    ({ lang }) => lang,
  );
  const random = randomFrom(11);
  return rows.map((row) => {
    const some = answered.get(row.lang) ?? [];
    const other = some[Math.floor(random() * some.length)];
    const isLeft = row.before !== undefined || row.label === 'correction' || random() < UNANSWERED;
    if (isLeft || other === undefined || other.family === row.family) return row;
    return { ...row, before: other.before ?? '' };
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function frequentWords(rows: readonly Row[], families: number): ReadonlySet<string> {
  const users = new Map<string, Set<string>>();
  for (const { text, family } of rows)
    for (const token of tokensOf(text)) {
      if (!WORD_KINDS.has(token.kind)) continue;
      const known = users.get(token.text);
      if (known === undefined) users.set(token.text, new Set([family]));
      else known.add(family);
    }
  return new Set([...users].filter(([, known]) => known.size >= families).map(([word]) => word));
}

function sharedBuckets(rows: readonly Row[], features: readonly Int32Array[]): readonly number[] {
  const users = new Map<number, Set<string>>();
  rows.forEach(({ family }, at) => {
    for (const bucket of features[at] ?? []) {
      const known = users.get(bucket);
      if (known === undefined) users.set(bucket, new Set([family]));
      else if (known.size < LEAST_FAMILIES) known.add(family);
    }
  });
  return [...users].filter(([, known]) => known.size >= LEAST_FAMILIES).map(([bucket]) => bucket);
}

/** What the weights are fitted to: the places of each row's kept buckets among all of them, and how much each counts there. */
interface Inputs {
  /** In order. */
  readonly buckets: readonly number[];
  readonly places: readonly Int32Array[];
  readonly shares: readonly Float32Array[];
}

function inputsOf(features: readonly Int32Array[], kept: readonly number[]): Inputs {
  const buckets = kept.toSorted((a, b) => a - b);
  const placeOf = new Map(buckets.map((bucket, place) => [bucket, place]));
  const known = features.map((row) => row.filter((bucket) => placeOf.has(bucket)));
  return {
    buckets,
    places: known.map((row) => row.map((bucket) => placeOf.get(bucket) ?? 0)),
    shares: known.map((row) => {
      const counts = new Int32Array(VIEWS);
      for (const bucket of row) counts[viewOf(bucket)] = (counts[viewOf(bucket)] ?? 0) + 1;
      return Float32Array.from(row, (bucket) => 1 / Math.sqrt(counts[viewOf(bucket)] ?? 1));
    }),
  };
}

/** By the squares of their weights. */
function heaviest(weights: Float32Array, buckets: readonly number[], count: number): readonly number[] {
  const mass = buckets.map((_, place) =>
    weights.subarray(place * OUTPUTS, (place + 1) * OUTPUTS).reduce((sum, weight) => sum + weight * weight, 0),
  );
  return [...buckets.keys()]
    .sort((a, b) => (mass[b] ?? 0) - (mass[a] ?? 0) || a - b)
    .slice(0, count)
    .map((place) => buckets[place] ?? 0);
}

function scaleOf(weights: Float32Array, output: number): number {
  let most = 0;
  for (let at = output; at < weights.length; at += OUTPUTS) most = Math.max(most, Math.abs(weights[at] ?? 0));
  return (most || 1) / MOST_STEPS;
}

function fitted(
  rows: readonly Row[],
  { buckets, places, shares }: Inputs,
  { epochs, rate }: TrainingOptions,
): Float32Array {
  const weights = new Float32Array(buckets.length * OUTPUTS);
  const squares = new Float32Array(weights.length).fill(FIRST_SQUARES);
  const labels = rows.map(({ label }) => CLASSES.indexOf(label));
  const scopes = rows.map(scopeTarget);
  const english = rows.map(({ lang }) => Number(lang === 'en'));
  const order = rows.map((_, at) => at);
  const random = randomFrom(7);
  const gradient = new Float64Array(OUTPUTS);
  const mean = new Float32Array(weights.length);
  const firstOfMean = Math.floor(epochs / 2);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const own = places[at] ?? NO_PLACES;
      const share = shares[at] ?? NO_SHARES;
      gradient.fill(0);
      for (let next = 0; next < own.length; next += 1) {
        const from = (own[next] ?? 0) * OUTPUTS;
        const part = share[next] ?? 0;
        for (let output = 0; output < OUTPUTS; output += 1)
          gradient[output] = (gradient[output] ?? 0) + (weights[from + output] ?? 0) * part;
      }
      toErrors(gradient, labels[at] ?? 0);
      gradient[SCOPE_OUTPUT] = logisticError(gradient[SCOPE_OUTPUT] ?? 0, scopes[at] ?? null);
      gradient[ENGLISH_OUTPUT] = logisticError(gradient[ENGLISH_OUTPUT] ?? 0, english[at] ?? null);
      for (let output = 0; output < OUTPUTS; output += 1)
        if (Math.abs(gradient[output] ?? 0) < LEAST_GRADIENT) gradient[output] = 0;
      for (let next = 0; next < own.length; next += 1) {
        const from = (own[next] ?? 0) * OUTPUTS;
        const part = share[next] ?? 0;
        for (let output = 0; output < OUTPUTS; output += 1) {
          const error = gradient[output] ?? 0;
          if (error === 0) continue;
          const step = error * part;
          const place = from + output;
          const square = (squares[place] ?? 0) + step * step;
          squares[place] = square;
          weights[place] = (weights[place] ?? 0) - (rate * step) / Math.sqrt(square);
        }
      }
    }
    if (epoch < firstOfMean) continue;
    for (let at = 0; at < mean.length; at += 1)
      mean[at] = (mean[at] ?? 0) + (weights[at] ?? 0) / (epochs - firstOfMean);
  }
  return mean;
}

/** Turns the sums of the classes into how far each is off. */
function toErrors(sums: Float64Array, label: number): void {
  const classes = sums.subarray(0, CLASSES.length);
  const most = Math.max(...classes);
  let total = 0;
  classes.forEach((sum, output) => {
    classes[output] = Math.exp(sum - most);
    total += classes[output] ?? 0;
  });
  classes.forEach((part, output) => {
    classes[output] = part / total - (output === label ? 1 : 0);
  });
}

function logisticError(sum: number, target: number | null): number {
  return target === null ? 0 : 1 / (1 + Math.exp(-sum)) - target;
}

/** 1 for the person, 0 for the space. The first files give every `remember` to the person, which says nothing. */
function scopeTarget({ label, scope, family }: Row): number | null {
  if (scope === 'none' || (label === 'remember' && !/-2|2-|\/[a-z]2/.test(family))) return null;
  return scope === 'user' ? 1 : 0;
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

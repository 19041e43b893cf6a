/**
 * Makes src/curator/reader/weights.json from data/sentences/*.jsonl, the same bytes every time, and prints how well the
 * reader does on writers it has not seen: every author is read by weights that were made without that author's files.
 *
 *   npm run train:reader
 *
 * Short messages of the data are half durable, what people type is a quarter: the bar is set for a precision of .92 as if
 * a quarter of the sentences were durable, and all precisions are stated so.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { featuresOf } from '../src/curator/reader/features.ts';
import { Model, type Verdict, type Weights } from '../src/curator/reader/model.ts';
import { isDurable, messageOfRow, type Row, TRAINING, trainWeights } from '../src/curator/reader/training.ts';

const root = resolve(import.meta.dirname, '..');
const DATA = join(root, 'data/sentences');
const WEIGHTS = join(root, 'src/curator/reader/weights.json');
const PRECISION = 0.92;
const DURABLE_SHARE = 1 / 4;

interface AuthoredRow extends Row {
  readonly author: string;
}

interface Judged {
  readonly row: AuthoredRow;
  readonly verdict: Verdict;
  /** Counts for so much, so that a quarter is durable. */
  readonly weight: number;
}

/** `xx-2.jsonl` has an author of its own; all plain `xx.jsonl` have one together. */
function loadRows(): readonly AuthoredRow[] {
  const files = readdirSync(DATA).filter((name) => name.endsWith('.jsonl'));
  return files.sort().flatMap((name) => {
    const author = /-\d+\.jsonl$/.test(name) ? name.replace('.jsonl', '') : 'first';
    const lines = readFileSync(join(DATA, name), 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => ({ ...(JSON.parse(line) as Row), author }));
  });
}

function judge(weights: Weights, rows: readonly AuthoredRow[]): readonly Judged[] {
  const model = new Model(weights);
  const durable = rows.filter(isDurable).length;
  const passingWeight = (durable * (1 - DURABLE_SHARE)) / DURABLE_SHARE / Math.max(1, rows.length - durable);
  return rows.map((row) => ({
    row,
    verdict: model.verdictOn(featuresOf(row.text, messageOfRow(row), row.at ?? 0, model.isFrequent)),
    weight: isDurable(row) ? 1 : passingWeight,
  }));
}

/** The lowest bar with that precision. */
function barFor(judged: readonly Judged[], precision: number): number {
  let [right, wrong, bar] = [0, 0, Number.POSITIVE_INFINITY];
  for (const { row, verdict, weight } of [...judged].sort((a, b) => b.verdict.durable - a.verdict.durable)) {
    if (isDurable(row)) right += weight;
    else wrong += weight;
    if (right / (right + wrong) >= precision) bar = verdict.durable;
  }
  return bar;
}

function figures(name: string, judged: readonly Judged[], bar: number): string {
  const durable = judged.filter(({ row }) => isDurable(row));
  const taken = judged.filter(({ verdict }) => verdict.durable >= bar);
  const right = taken.filter(({ row }) => isDurable(row));
  const weightOf = (list: readonly Judged[]): number => list.reduce((sum, { weight }) => sum + weight, 0);
  const share = (part: number, whole: number): string =>
    whole === 0 ? '  –' : (part / whole).toFixed(2).replace(/^0/, '');
  const kinds = right.filter(({ row, verdict }) => row.label === verdict.kind).length;
  const scopes = right.filter(({ row, verdict }) => row.scope === verdict.scope).length;
  const passing = judged.length - durable.length;
  return [
    name.padEnd(16),
    `n ${String(judged.length).padStart(5)}, durable ${String(durable.length).padStart(4)}`,
    `precision ${share(weightOf(right), weightOf(taken))}`,
    `recall ${share(right.length, durable.length)}`,
    `kind ${share(kinds, right.length)}`,
    `scope ${share(scopes, right.length)}`,
    `passing left alone ${share(passing - (taken.length - right.length), passing)}`,
  ].join('  ');
}

function grouped(judged: readonly Judged[], by: (row: AuthoredRow) => string): ReadonlyMap<string, readonly Judged[]> {
  return Map.groupBy(judged, ({ row }) => by(row));
}

function printFigures(unseen: readonly (readonly Judged[])[], bar: number): void {
  const all = unseen.flat();
  console.log(`\nAuthors left out, each at the bar the other authors set:`);
  unseen.forEach((judged, at) => {
    const others = unseen.filter((_, other) => other !== at).flat();
    console.log(figures(judged[0]?.row.author ?? '', judged, barFor(others, PRECISION)));
  });
  console.log(`\nAuthors left out, at the bar ${bar.toFixed(2)} that is kept:`);
  console.log(figures('all', all, bar));
  for (const [lang, judged] of grouped(all, (row) => row.lang)) console.log(figures(lang, judged, bar));
  console.log('');
  for (const [kind, judged] of grouped(all, (row) =>
    row.author.startsWith('long') ? 'long briefs' : 'short messages',
  ))
    console.log(figures(kind, judged, bar));
  console.log('\nShare of each label that is taken:');
  for (const [label, judged] of grouped(all, (row) => row.label)) {
    const taken = judged.filter(({ verdict }) => verdict.durable >= bar).length;
    console.log(
      `${label.padEnd(16)}  ${taken} of ${judged.length}  ${(taken / judged.length).toFixed(2).replace(/^0/, '')}`,
    );
  }
}

const rows = loadRows();
const authors = [...new Set(rows.map(({ author }) => author))];
const unseen = authors.map((author) => {
  const weights = trainWeights(
    rows.filter((row) => row.author !== author),
    TRAINING,
  );
  return judge(
    weights,
    rows.filter((row) => row.author === author),
  );
});
const bar = barFor(unseen.flat(), PRECISION);
printFigures(unseen, bar);
const weights = { ...trainWeights(rows, TRAINING), bar: Math.round(bar * 100) / 100 };
writeFileSync(WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`);
console.log(`\n${WEIGHTS}: ${Math.round(statSync(WEIGHTS).size / 1000)} KB`);

/**
 * Makes src/memory/replacement/weights.json from the labelled pairs in test/corpora/replacement and from what one person says of
 * one project in data/sentences (any two of such lines: nearly all of them hold side by side, and so nearly all that a new line
 * meets in a memory are of that kind), the same bytes from the same rows, and prints what can be expected of pairs nobody trained on: cross-validation with whole groups left out (the same old
 * text is never on both sides), and with whole languages left out.
 *
 * `npm run train:replacement` writes; with `--check` it prints alone, with `--wrong` the pairs that were wrong, too.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf, sharedMass } from '../src/memory/replacement/features.ts';
import { readingOf } from '../src/memory/replacement/reading.ts';
import {
  aligning,
  type Bars,
  isApart,
  type Odds,
  OTHERWISE,
  oddsAgainst,
  type Pair,
  type Verdict,
  verdictByOdds,
  verdictOf,
} from '../src/memory/replacement/relation.ts';
import { fitted, logit, type Model, type Row } from './logistic.ts';

interface Labelled {
  readonly id: string;
  readonly lang: string;
  readonly old: string;
  readonly new: string;
  readonly label: string;
  readonly where: string;
}
type Set = 'dev' | 'more' | 'plain' | 'answers' | 'random' | 'beside' | 'apart';
interface Example extends Row, Pair {
  readonly text: Labelled;
  readonly set: Set;
  readonly group: number;
  /** Of lines of one project: which one is new, and how many came before it. */
  readonly line?: string;
  readonly among?: number;
}
type Models = Readonly<Record<(typeof OTHERWISE)[number] | 'beside' | 'concern', Model>>;
interface Scored {
  readonly example: Example;
  readonly odds: Odds;
  readonly concern: number;
}

const FOLDS = 10;
const RIDGE = 3;
/**
 * What a row counts. Answers to an agent are alike and not the same; any two lines say nothing of each other, but there are
 * many of them.
 */
const PAIR_WEIGHTS: Partial<Record<Set, number>> = { dev: 1, more: 1, plain: 1, answers: 0.1 };
const BESIDE_WEIGHTS: Partial<Record<Set, number>> = {
  dev: 1,
  more: 1,
  plain: 0.5,
  answers: 0.12,
  random: 0.03,
  beside: 0.3,
  apart: 0.3,
};
const RANDOM_PER_PAIR = 400;
/** Of lines of one project with nothing in common, one in so many is trained on; all are counted. */
const APART_TRAINED = 20;
/** Of labelled pairs that replace nothing, the share that may be taken for a sure replacement. */
const SURELY_WRONG = 0.01;
/** Of labelled pairs that do, the share that is to be found, surely or not. */
const TO_BE_FOUND = 0.85;
/** Of new lines of a project that replace nothing, the share that may surely replace another, or be asked about. */
const SURELY_WRONG_BESIDE = 0.004;
const ASKED_WRONG_BESIDE = 0.04;
/** Lines of a project that a new one is compared with at most. */
const MANY = 32;
const LASTING: ReadonlySet<string> = new Set(['preference', 'rule', 'correction', 'fact', 'decision', 'pattern']);
/** Of any two lines of a language, the share that may pass for being about the same thing. */
const BY_CHANCE = 0.1;

const corpora = join(import.meta.dirname, '..', 'test', 'corpora', 'replacement');
const sentences = join(import.meta.dirname, '..', 'data', 'sentences');
const target = join(import.meta.dirname, '..', 'src', 'memory', 'replacement', 'weights.json');

const labelled = (['dev', 'more', 'plain', 'answers'] as const).flatMap((set) =>
  pairsIn(set).map((pair) => exampleOf(pair, set)),
);
const dev = labelled.filter(({ set }) => set === 'dev');
const all: readonly Example[] = [...labelled, ...randomPairs(), ...besidePairs()];
const SETS: readonly Set[] = ['dev', 'more', 'plain', 'answers', 'random', 'beside', 'apart'];
console.log(`rows: ${SETS.map((set) => `${all.filter((one) => one.set === set).length} ${set}`).join(', ')}`);

const byText = crossValidated(({ group }) => group);
const bars = barsOf(byText);
console.log(JSON.stringify(bars));
report('old texts left out', byText);
reportNested(byText);
report(
  'languages left out',
  crossValidated(({ text }) => text.lang),
);
if (!process.argv.includes('--check')) write(trained(all));

function pairsIn(name: string): readonly Labelled[] {
  const lines = readFileSync(join(corpora, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

function exampleOf(text: Labelled, set: Set): Example {
  const [before, now] = [readingOf(text.old), readingOf(text.new)];
  const own = featuresOf(before, now);
  const features = set === 'answers' ? new Map([...own, ['fromTalk', 1]]) : own;
  // What `plain` takes from two old texts of `dev` stays with the first of them.
  return { text, set, before, now, features, target: isTrueLabel(text.label) ? 1 : 0, group: foldOf(text.old) };
}

function isTrueLabel(label: string): boolean {
  return label.startsWith('replaces') || label === 'correction';
}

/** A new statement beside an old one of the same language that is about something else, both of the same fold. */
function randomPairs(): readonly Example[] {
  const found: Example[] = [];
  for (const [index, one] of dev.entries())
    for (let step = 1; step <= RANDOM_PER_PAIR; step += 1) {
      const other = dev[(index * 7 + step * 131) % dev.length];
      if (other === undefined || other.text.lang !== one.text.lang || other.group !== one.group) continue;
      if (sharedMass(other.before, one.before) > 0) continue;
      const text = { ...one.text, old: other.text.old, label: 'unrelated' };
      found.push({ ...exampleOf(text, 'random'), group: one.group });
    }
  return found;
}

/** Any two lasting lines of one person about one project; whole projects in one fold. `short-` files are passing remarks, not a project's lines. */
function besidePairs(): readonly Example[] {
  const files = readdirSync(sentences).filter((name) => /^(?!short-).*-\d\.jsonl$/.test(name));
  const lines = files
    .sort()
    .flatMap((name) => readFileSync(join(sentences, name), 'utf8').trim().split('\n'))
    .map((line): { text: string; lang: string; label: string; family: string } => JSON.parse(line))
    .filter(({ label }) => LASTING.has(label));
  const found: Example[] = [];
  for (const [family, rows] of Map.groupBy(lines, (row) => row.family))
    for (const [at, row] of rows.entries())
      for (const earlier of rows.slice(Math.max(0, at - MANY), at)) {
        if (row.text === earlier.text) continue;
        const text = { id: '', lang: row.lang, old: earlier.text, new: row.text, label: 'unrelated', where: family };
        const example = exampleOf(text, 'beside');
        const set = isApart(example.features) ? 'apart' : 'beside';
        found.push({ ...example, set, group: foldOf(family), line: `${family} ${at}`, among: Math.min(at, MANY) });
      }
  return found;
}

function foldOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % FOLDS;
}

function trained(rows: readonly Example[]): Models {
  const weighted = (weights: Partial<Record<Set, number>>) =>
    rows.flatMap((row) => {
      const weight = weights[row.set];
      return weight === undefined ? [] : [{ ...row, weight }];
    });
  const pairs = weighted(PAIR_WEIGHTS);
  // Whoever answers an agent and does not contradict it adds something.
  const isOne = (label: string, relation: string) =>
    label === relation || (label === 'other' && relation === 'compatible');
  const against = OTHERWISE.map((relation) => {
    const own = pairs.filter((row) => row.target === 1 || isOne(row.text.label, relation));
    return [relation, fitted(own, RIDGE)] as const;
  });
  const near = rows
    .filter(({ set, target }) => (set === 'dev' || set === 'plain') && target === 1)
    .map((row) => ({ ...row, weight: 5 }));
  const far = rows.filter(({ set }) => set === 'random').map((row) => ({ ...row, weight: 1 }));
  const beside = weighted(BESIDE_WEIGHTS);
  const concern = [...near, ...far].map((row) => ({ ...row, features: aligning(row.features) }));
  return {
    ...(Object.fromEntries(against) as Record<(typeof OTHERWISE)[number], Model>),
    beside: fitted(
      beside.filter(({ set }, at) => set !== 'apart' || at % APART_TRAINED === 0),
      RIDGE,
    ),
    concern: fitted(concern, RIDGE),
  };
}

function crossValidated(keyOf: (example: Example) => string | number): readonly Scored[] {
  const scored = all.filter(({ set }) => set !== 'answers');
  const keys = [...new Set(scored.map(keyOf))];
  return keys.flatMap((key) => {
    const models = trained(all.filter((example) => keyOf(example) !== key));
    return scored
      .filter((example) => keyOf(example) === key)
      .map((example) => ({
        example,
        odds: {
          pair: oddsAgainst(OTHERWISE.map((relation) => logit(models[relation], example.features))),
          beside: logit(models.beside, example.features),
        },
        concern: logit(models.concern, aligning(example.features)),
      }));
  });
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** The highest first. */
function falling(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => b - a);
}

function barsOf(scored: readonly Scored[]): Bars & { readonly concern: number } {
  const of = (...sets: readonly Set[]) => scored.filter(({ example }) => sets.includes(example.set));
  const chance = falling(of('random').map(({ concern }) => concern));
  const pairs = of('dev', 'more');
  const none = { one: Number.NEGATIVE_INFINITY, twice: 0 };
  const open = { sure: Number.NEGATIVE_INFINITY, asked: Number.NEGATIVE_INFINITY, besideSure: none, besideAsked: none };
  const others = of('dev', 'more', 'plain').filter(({ example }) => example.target === 0);
  // What a rule decides is not for the bar to decide.
  const wrong = falling(
    others.filter((row) => verdictByOdds(row.example, row.odds, open) === 'sure').map(({ odds }) => odds.pair),
  );
  const right = falling(pairs.filter(({ example }) => example.target === 1).map(({ odds }) => odds.pair));
  const sure = round(0.001 + (wrong[Math.floor(others.length * SURELY_WRONG)] ?? 0));
  const asked = round(right[Math.floor(right.length * TO_BE_FOUND)] ?? 0);
  const lines = of('beside', 'apart');
  const besideAt = (bar: 'sure' | 'asked', share: number) => {
    const passing = lines.filter((row) => {
      const verdict = verdictByOdds(row.example, row.odds, { ...open, sure, asked });
      return verdict === 'sure' || verdict === bar;
    });
    const odds = falling(passing.map((row) => row.odds.beside));
    const barFor = (among: number) => odds[Math.floor((lines.length * share) / among)] ?? Number.NEGATIVE_INFINITY;
    return { one: round(barFor(1)), twice: round((barFor(MANY) - barFor(1)) / Math.log2(MANY)) };
  };
  return {
    sure,
    asked,
    besideSure: besideAt('sure', SURELY_WRONG_BESIDE),
    besideAsked: besideAt('asked', ASKED_WRONG_BESIDE),
    concern: round(chance[Math.floor(chance.length * BY_CHANCE)] ?? 0),
  };
}

function verdictAt(at: Bars, { example, odds }: Scored, among = 1): Verdict {
  return verdictOf(example, odds, at, among);
}

/** The bars, too, are set on what was not left out: nearer to what unseen pairs will show. */
function reportNested(scored: readonly Scored[]): void {
  const groups = [...new Set(scored.map(({ example }) => example.group))];
  const verdicts = groups.flatMap((group) => {
    const at = barsOf(scored.filter(({ example }) => example.group !== group));
    const own = scored.filter(({ example: { set, group: of } }) => (set === 'dev' || set === 'more') && of === group);
    return own.map((row) => ({ isTrue: row.example.target === 1, verdict: verdictAt(at, row) }));
  });
  console.log('\nold texts left out, bars set without them, too');
  for (const isTrue of [true, false])
    counted(
      isTrue ? 'true' : 'others',
      verdicts.filter((row) => row.isTrue === isTrue).map(({ verdict }) => verdict),
    );
}

function counted(name: string, verdicts: readonly Verdict[]): void {
  const count = (what: Verdict) => verdicts.filter((verdict) => verdict === what).length;
  console.log(
    `  ${name.padEnd(24)} ${verdicts.length} pairs: ${count('sure')} sure, ${count('asked')} asked, ${count('no')} not`,
  );
}

function report(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}`);
  const line = (name: string, rows: readonly Scored[], among = 1) =>
    counted(
      name,
      rows.map((row) => verdictAt(bars, row, among)),
    );
  const of = (...sets: readonly Set[]) => scored.filter(({ example }) => sets.includes(example.set));
  const isTrue = ({ example }: Scored) => example.target === 1;
  for (const set of ['dev', 'more', 'plain'] as const)
    for (const label of ['replaces', 'replaces-part', ...OTHERWISE])
      line(
        `${set} ${label}`,
        of(set).filter(({ example }) => example.text.label === label),
      );
  const both = of('dev', 'more');
  const by = (keyOf: (text: Labelled) => string) => Map.groupBy(both, ({ example }) => keyOf(example.text));
  for (const [language, rows] of by(({ lang }) => lang)) {
    line(`${language} true`, rows.filter(isTrue));
    line(
      `${language} others`,
      rows.filter((row) => !isTrue(row)),
    );
  }
  for (const [kind, rows] of by(({ where }) => where)) line(`true ${kind}`, rows.filter(isTrue));
  for (const among of [1, 8, MANY]) line(`true among ${among}`, both.filter(isTrue), among);
  line('any two lines', of('random'));
  reportLines(of('beside', 'apart'));
  for (const set of ['dev', 'more', 'plain'] as const) console.log(`  found at wrong ones (${set}): ${curve(of(set))}`);
  if (process.argv.includes('--wrong'))
    for (const row of [...both, ...of('plain', 'beside')]) {
      const verdict = verdictAt(bars, row, row.example.among);
      if ((verdict === 'sure' && !isTrue(row)) || (verdict === 'no' && isTrue(row)))
        console.log(
          `  ${verdict} ${row.odds.pair.toFixed(2)} ${row.odds.beside.toFixed(2)} ${row.example.text.label}: ${row.example.text.old} | ${row.example.text.new}`,
        );
    }
}

/** Each line of a project is said when those before it are known. */
function reportLines(scored: readonly Scored[]): void {
  const lines = [...Map.groupBy(scored, ({ example }) => example.line).values()].map((rows) => {
    const found = rows.map((row) => verdictAt(bars, row, row.example.among));
    return (['sure', 'asked'] as const).find((verdict) => found.includes(verdict)) ?? 'no';
  });
  counted('lines of one project', lines);
}

function curve(scored: readonly Scored[]): string {
  const wrong = falling(scored.filter(({ example }) => example.target === 0).map(({ odds }) => odds.pair));
  const right = scored.filter(({ example }) => example.target === 1);
  return [3, 5, 10, 20, 30, 50, 80]
    .map((n) => `${n}: ${right.filter(({ odds }) => odds.pair > (wrong[n] ?? 0)).length}/${right.length}`)
    .join(', ');
}

function write(models: Models): void {
  const plainOf = ({ bias, weights }: Model) => ({
    bias: round(bias),
    weights: Object.fromEntries(
      [...weights].filter(([name]) => name !== 'fromTalk').map(([name, value]) => [name, round(value)]),
    ),
  });
  const made = {
    bars,
    models: Object.fromEntries(Object.entries(models).map(([name, model]) => [name, plainOf(model)])),
  };
  writeFileSync(target, `${JSON.stringify(made, null, 2)}\n`);
}

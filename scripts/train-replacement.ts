/**
 * Makes src/memory/replacement/weights.json, the same bytes from the same rows, and prints what can be expected of statements
 * nobody trained on: by cross-validation with whole projects and whole old texts left out, and with whole languages left out.
 *
 * Trained is the choice among all that is known: on the projects of test/corpora/replacement/crowds.jsonl; on its labelled pairs, the
 * old statement put among others of its language; and on what one person says of one project in data/sentences, where nearly
 * every line holds beside all earlier ones.
 *
 * `npm run train:replacement` writes; with `--check` it prints alone, with `--wrong` the statements that were wrong, too.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Features, featuresOf } from '../src/memory/replacement/features.ts';
import { readingOf } from '../src/memory/replacement/reading.ts';
import {
  aligning,
  type Bars,
  type Candidate,
  candidatesAmong,
  chosenOf,
} from '../src/memory/replacement/replaced-among.ts';
import { sharedMass } from '../src/memory/replacement/word-similarity.ts';
import { figuresOf, type KnownProject, outcomeOf } from '../test/support/replacement-score.ts';
import { type ChoiceRow, fittedChoice } from './choice-model.ts';
import { fitted, logit, type Model } from './logistic.ts';

interface Labelled {
  readonly lang: string;
  readonly old: string;
  readonly new: string;
  readonly label: string;
}
type Source = 'crowds' | 'dev' | 'more' | 'plain' | 'answers' | 'lines';
/** One statement beside all that is known when it is said. */
interface Said {
  readonly source: Source;
  readonly lang: string;
  readonly kind: string;
  readonly fold: number;
  readonly known: readonly string[];
  readonly text: string;
  readonly replaces: readonly number[];
}
interface Example extends Said {
  readonly candidates: readonly Candidate[];
}
interface Scored {
  readonly example: Example;
  readonly candidates: readonly (Candidate & { readonly odds: number })[];
}

const FOLDS = 12;
const RIDGE = 6;
const CONCERN_RIDGE = 3;
/** What a row counts. Answers to an agent are alike and not the same; lines of one project are many. */
const WEIGHTS: Readonly<Record<Source, number>> = { crowds: 4, dev: 1, more: 1, plain: 0.3, answers: 0.1, lines: 0.5 };
/** Beside how many a labelled pair is put, and what that counts; the real number is the last. */
const SIZES: readonly (readonly [size: number, weight: number])[] = [
  [1, 0.1],
  [8, 0.2],
  [32, 1],
];
const MANY = 32;
/** A statement with so many of an old one's words may say the same of it. */
const ALIKE = 0.5;
/** Of all statements that were left out, the share that may surely replace what they do not. */
const SURELY_WRONG = 0.003;
/** Likelier than not; beside a few, where as few of a project's lines are then asked about wrongly, a little less. */
const ASKED = 0.5;
const ASKED_OF_FEW = 0.35;
const RANDOM_PER_PAIR = 400;
/** Of any two lines of a language, the share that may pass for being about the same thing. */
const BY_CHANCE = 0.08;
const LASTING: ReadonlySet<string> = new Set(['preference', 'rule', 'correction', 'fact', 'decision', 'pattern']);

const corpora = join(import.meta.dirname, '..', 'test', 'corpora', 'replacement');
const sentences = join(import.meta.dirname, '..', 'data', 'sentences');
const target = join(import.meta.dirname, '..', 'src', 'memory', 'replacement', 'weights.json');

const projects = rowsIn<{ text: string; lang: string; label: string; family: string }>(
  sentences,
  // Projects told line by line. Later files are remarks and their twins: one subject with several values, which do not hold together.
  ...readdirSync(sentences)
    .filter((name) => /-[23]\.jsonl$/.test(name))
    .sort(),
).filter(({ label }) => LASTING.has(label));
const families = [...Map.groupBy(projects, ({ family }) => family)];
const [dev, more, plain, answers] = (['dev', 'more', 'plain', 'answers'] as const).map((name) =>
  rowsIn<Labelled>(corpora, `${name}.jsonl`),
) as [Labelled[], Labelled[], Labelled[], Labelled[]];
const olds = Map.groupBy([...dev, ...more], ({ lang }) => lang);
const all: readonly Example[] = [
  ...saidInProjects(),
  ...dev.flatMap((pair) => saidBeside(pair, 'dev')),
  ...more.flatMap((pair) => saidBeside(pair, 'more')),
  ...plain.flatMap((pair) => saidBeside(pair, 'plain')),
  ...answers.map((pair) => besides(pair, 'answers', 1)),
  ...linesOfProjects(),
].map((said) => ({ ...said, candidates: candidatesOf(said) }));

const left = leftOut(({ fold }) => fold);
const bars: Bars = { sure: sureBarOf(left), askedOfFew: ASKED_OF_FEW, asked: ASKED };
console.log(JSON.stringify(bars));
report('projects and old texts left out', left);
report(
  'languages left out',
  leftOut(({ lang }) => lang),
);
if (!process.argv.includes('--check')) write(fittedChoice(all.flatMap(rowOf), RIDGE));

function rowsIn<Row>(folder: string, ...names: readonly string[]): Row[] {
  return names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  );
}

function saidInProjects(): readonly Said[] {
  return rowsIn<KnownProject>(corpora, 'crowds.jsonl').flatMap(({ lang, known, said }, at) =>
    said.map((one) => ({ ...one, source: 'crowds' as const, lang, fold: at % FOLDS, known })),
  );
}

function saidBeside(pair: Labelled, source: Source): readonly Said[] {
  return SIZES.map(([size]) => besides(pair, source, size));
}

/** The old statement first, then others of its language: old ones of other pairs and lines of one project, by turns. */
function besides(pair: Labelled, source: Source, size: number): Said {
  const { lang, old, label } = pair;
  const seed = hashOf(`${old} ${pair.new}`);
  const others = olds.get(lang) ?? [];
  const ofLanguage = families.filter(([, rows]) => rows[0]?.lang === lang);
  const lines = ofLanguage[seed % Math.max(1, ofLanguage.length)]?.[1] ?? [];
  const known = [old];
  const about = readingOf(old);
  for (let step = 0; known.length < size && step < 400; step += 1) {
    const text =
      step % 2 === 0 ? others[(seed + step * 7) % others.length]?.old : lines[(seed + step) % lines.length]?.text;
    if (text === undefined || text === pair.new || known.includes(text)) continue;
    const shared = featuresOf(readingOf(text), about);
    if (Math.max(shared.get('shareOld') ?? 0, shared.get('shareNew') ?? 0) < ALIKE) known.push(text);
  }
  const isTrue = label.startsWith('replaces') || label === 'correction';
  return { source, lang, kind: label, fold: hashOf(old) % FOLDS, known, text: pair.new, replaces: isTrue ? [0] : [] };
}

/** Each line is said when those before it are known. */
function linesOfProjects(): readonly Said[] {
  return families.flatMap(([family, rows]) =>
    rows.slice(1).map(({ text, lang, label }, before) => {
      const earlier = rows.slice(Math.max(0, before + 1 - MANY), before + 1).map((row) => row.text);
      const known = [...new Set(earlier)].filter((other) => other !== text);
      return { source: 'lines' as const, lang, kind: label, fold: hashOf(family) % FOLDS, known, text, replaces: [] };
    }),
  );
}

function candidatesOf({ known, text, source }: Said): readonly Candidate[] {
  const candidates = candidatesAmong(
    known.map((one) => readingOf(one)),
    readingOf(text),
  );
  if (source !== 'answers') return candidates;
  return candidates.map((one) => ({ ...one, features: new Map([...one.features, ['fromTalk', 1]]) }));
}

function hashOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** What it replaces and has nothing in common with it teaches nothing. */
function rowOf({ source, known, replaces, candidates }: Example): readonly ChoiceRow[] {
  const right = candidates.flatMap(({ at }, place) => (replaces.includes(at) ? [place] : []));
  if (candidates.length === 0 || (replaces.length > 0 && right.length === 0)) return [];
  const isPair = source === 'dev' || source === 'more' || source === 'plain';
  const size = isPair ? (SIZES.find(([one]) => known.length <= one)?.[1] ?? 1) : 1;
  return [{ candidates: candidates.map(({ features }) => features), right, weight: WEIGHTS[source] * size }];
}

function leftOut(keyOf: (example: Example) => string | number): readonly Scored[] {
  const scored = all.filter(({ source }) => source !== 'answers');
  return [...new Set(scored.map(keyOf))].flatMap((key) => {
    const model = fittedChoice(all.filter((example) => keyOf(example) !== key).flatMap(rowOf), RIDGE);
    return scored
      .filter((example) => keyOf(example) === key)
      .map((example) => ({
        example,
        candidates: example.candidates.map((one) => ({ ...one, odds: logit(model, one.features) })),
      }));
  });
}

/** What a rule decides is not for the bar to decide. */
function sureBarOf(scored: readonly Scored[]): number {
  const counted = scored.filter(({ example }) => example.source !== 'plain' && isAmongMany(example));
  const wrong = counted
    .map(({ example, candidates }) => ({
      example,
      choice: chosenOf(candidates, MANY, { sure: ASKED, askedOfFew: ASKED, asked: ASKED }),
    }))
    .filter(({ example, choice }) => choice?.sure === true && !example.replaces.includes(choice.at))
    .map(({ choice }) => choice?.likely ?? 0)
    .sort((a, b) => b - a);
  return round(0.001 + (wrong[Math.floor(counted.length * SURELY_WRONG)] ?? ASKED));
}

function isAmongMany({ source, known }: Example): boolean {
  return source === 'crowds' || source === 'lines' || known.length > 8;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function report(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}`);
  const print = (name: string, rows: readonly Scored[]) =>
    console.log(`  ${name.padEnd(26)} ${figuresOf(rows.map((row) => outcomeAt(bars, row)))}`);
  const of = (source: Source) => scored.filter(({ example }) => example.source === source);
  const crowds = of('crowds');
  print('crowds', crowds);
  for (const by of ['lang', 'kind'] as const)
    for (const [name, rows] of Map.groupBy(crowds, ({ example }) => example[by])) print(`crowds ${name}`, rows);
  const pairs = [...of('dev'), ...of('more')];
  for (const [at, [size]] of SIZES.entries())
    print(
      `pairs among ${size}`,
      pairs.filter(({ example: { known } }) => known.length <= size && known.length > (SIZES[at - 1]?.[0] ?? 0)),
    );
  const among = pairs.filter(({ example }) => isAmongMany(example));
  for (const by of ['lang', 'kind'] as const)
    for (const [name, rows] of Map.groupBy(among, ({ example }) => example[by])) print(`pairs ${name}`, rows);
  print(
    'plain among 32',
    of('plain').filter(({ example }) => isAmongMany(example)),
  );
  print('lines of one project', of('lines'));
  if (!process.argv.includes('--wrong')) return;
  for (const row of [...crowds, ...among, ...of('lines')]) {
    const choice = chosenOf(row.candidates, row.example.known.length, bars);
    const { isRight, isTrue, verdict } = outcomeAt(bars, row);
    if (isRight || (!isTrue && verdict === 'no')) continue;
    const { text, known, replaces, kind } = row.example;
    const chosen = choice === undefined ? '' : `${choice.likely.toFixed(2)} ${known[choice.at]}`;
    console.log(`  ${verdict} ${kind}: ${text} | ${chosen} | ${replaces.map((at) => known[at]).join(' / ')}`);
  }
}

function outcomeAt(at: Bars, { example, candidates }: Scored) {
  return outcomeOf(example.replaces, chosenOf(candidates, example.known.length, at));
}

/** Whether two statements are about the same thing at all: true ones beside any two of a language. */
function concernModel(): { readonly model: Model; readonly bar: number } {
  const row = (old: string, next: string, target: number, weight: number) => ({
    features: aligning(featuresOf(readingOf(old), readingOf(next))),
    target,
    weight,
  });
  const near = [...dev, ...plain]
    .filter(({ label }) => label.startsWith('replaces'))
    .map((pair) => row(pair.old, pair.new, 1, 5));
  const far: { readonly features: Features; readonly target: number; readonly weight: number }[] = [];
  for (const [index, one] of dev.entries())
    for (let step = 1; step <= RANDOM_PER_PAIR; step += 1) {
      const other = dev[(index * 7 + step * 131) % dev.length];
      if (other === undefined || other.lang !== one.lang) continue;
      if (hashOf(other.old) % FOLDS !== hashOf(one.old) % FOLDS) continue;
      if (sharedMass(readingOf(other.old), readingOf(one.old)) > 0) continue;
      far.push(row(other.old, one.new, 0, 1));
    }
  const model = fitted([...near, ...far], CONCERN_RIDGE);
  const chance = far.map(({ features }) => logit(model, features)).sort((a, b) => b - a);
  return { model, bar: round(chance[Math.floor(chance.length * BY_CHANCE)] ?? 0) };
}

function write(choice: Model): void {
  const concern = concernModel();
  const plainOf = ({ bias, weights }: Model) => ({
    bias: round(bias),
    weights: Object.fromEntries(
      [...weights].filter(([name]) => name !== 'fromTalk').map(([name, value]) => [name, round(value)]),
    ),
  });
  const made = {
    bars: { ...bars, concern: concern.bar },
    models: { choice: plainOf(choice), concern: plainOf(concern.model) },
  };
  writeFileSync(target, `${JSON.stringify(made, null, 2)}\n`);
}

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
  areTwoPlaces,
  isApart,
  isNotSaid,
  isOtherValue,
  isPlain,
} from '../src/memory/replacement/relation.ts';
import { fitted, logit, type Model, type Row } from './logistic.ts';

interface Pair {
  readonly id: string;
  readonly lang: string;
  readonly old: string;
  readonly new: string;
  readonly label: string;
  readonly where: string;
}
interface Example extends Row {
  readonly pair: Pair;
  readonly set: 'dev' | 'plain' | 'answers' | 'random' | 'beside';
  readonly group: number;
}
interface Models {
  readonly replaces: Model;
  readonly plain: Model;
  readonly exception: Model;
  readonly unrelated: Model;
  readonly compatible: Model;
  readonly concern: Model;
}
type Bars = ReturnType<typeof barsOf>;
interface Scored {
  readonly example: Example;
  readonly may: number;
  readonly concern: number;
}

const FOLDS = 10;
const RIDGE = 3;
/** Answers to an agent are alike and not the same, so they count for little; any two lines say nothing of each other. */
const ANSWER_WEIGHT = 0.12;
const RANDOM_WEIGHT = 0.03;
const RANDOM_PER_PAIR = 400;
const BESIDE_WEIGHT = 0.3;
/** Of labelled pairs that replace nothing: the share that may be taken for a sure replacement, and for one to ask about. */
const SURELY_WRONG = 0.01;
const UNSURELY_WRONG = 0.12;
/** The same of two lines of one person's project that have something in common. */
const SURELY_WRONG_BESIDE = 0.004;
const UNSURELY_WRONG_BESIDE = 0.03;
const LASTING: ReadonlySet<string> = new Set(['preference', 'rule', 'correction', 'fact', 'decision', 'pattern']);
/** Of any two lines of a language, the share that may pass for being about the same thing, and for being worth comparing. */
const BY_CHANCE = 0.01;
const WORTH = 0.1;

const corpora = join(import.meta.dirname, '..', 'test', 'corpora', 'replacement');
const sentences = join(import.meta.dirname, '..', 'data', 'sentences');
const target = join(import.meta.dirname, '..', 'src', 'memory', 'replacement', 'weights.json');

const dev = pairsIn('dev').map((pair) => exampleOf(pair, 'dev'));
const plain = pairsIn('plain').map((pair) => exampleOf(pair, 'plain'));
const answers = pairsIn('answers').map((pair) => {
  const example = exampleOf(pair, 'answers');
  return { ...example, weight: ANSWER_WEIGHT, features: new Map([...example.features, ['fromTalk', 1]]) };
});
const randoms = randomPairs();
const beside = besidePairs();
const all: readonly Example[] = [...dev, ...plain, ...answers, ...randoms, ...beside];

const byText = crossValidated(({ group }) => group);
const bars = barsOf(byText);
console.log(
  `rows: ${dev.length} dev, ${plain.length} plain, ${answers.length} answers, ${randoms.length} of chance, ${beside.length} of one project`,
);
report('old texts left out', byText);
reportNested(byText);
report(
  'languages left out',
  crossValidated(({ pair }) => pair.lang),
);
if (!process.argv.includes('--check')) write(trained(all));

function pairsIn(name: string): readonly Pair[] {
  const lines = readFileSync(join(corpora, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

function exampleOf(pair: Pair, set: Example['set']): Example {
  const features = featuresOf(readingOf(pair.old), readingOf(pair.new));
  const isTrue = pair.label.startsWith('replaces') || pair.label === 'correction';
  // What `plain` takes from two old texts of `dev` stays with the first of them.
  return { pair, set, features, target: isTrue ? 1 : 0, group: foldOf(pair.old) };
}

/** A new statement beside an old one of the same language that is about something else, both of the same fold. */
function randomPairs(): readonly Example[] {
  const found: Example[] = [];
  for (const [index, one] of dev.entries())
    for (let step = 1; step <= RANDOM_PER_PAIR; step += 1) {
      const other = dev[(index * 7 + step * 131) % dev.length];
      if (other === undefined || other.pair.lang !== one.pair.lang || other.group !== one.group) continue;
      if (sharedMass(readingOf(other.pair.old), readingOf(one.pair.old)) > 0) continue;
      const pair = { ...one.pair, old: other.pair.old, label: 'unrelated' };
      found.push({ ...exampleOf(pair, 'random'), group: one.group, weight: RANDOM_WEIGHT });
    }
  return found;
}

/** Any two lasting lines of one person about one project, where they have something in common; whole projects in one fold. */
function besidePairs(): readonly Example[] {
  const files = readdirSync(sentences).filter((name) => /-\d\.jsonl$/.test(name));
  const lines = files
    .sort()
    .flatMap((name) => readFileSync(join(sentences, name), 'utf8').trim().split('\n'))
    .map((line): { text: string; lang: string; label: string; family: string } => JSON.parse(line))
    .filter(({ label }) => LASTING.has(label));
  const found: Example[] = [];
  for (const [family, rows] of Map.groupBy(lines, (row) => row.family))
    for (const [at, row] of rows.entries())
      for (const earlier of rows.slice(0, at)) {
        const pair = { id: '', lang: row.lang, old: earlier.text, new: row.text, label: 'unrelated', where: family };
        const example = { ...exampleOf(pair, 'beside'), group: foldOf(family), weight: BESIDE_WEIGHT };
        if (row.text !== earlier.text && !isApart(example.features)) found.push(example);
      }
  return found;
}

function foldOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % FOLDS;
}

function trained(rows: readonly Example[]): Models {
  const isLabelled = ({ set }: Example) => set === 'dev' || set === 'plain';
  const labelled = rows.filter(isLabelled);
  const one = (label: string) =>
    fitted(
      labelled.map((row) => ({ ...row, target: row.pair.label === label ? 1 : 0 })),
      RIDGE,
    );
  const near = labelled.filter((row) => row.target === 1).map((row) => ({ ...row, weight: 5 }));
  const far = rows.filter(({ set }) => set === 'random').map((row) => ({ ...row, weight: 1 }));
  return {
    replaces: fitted(
      rows.filter(({ set }) => set !== 'plain'),
      RIDGE,
    ),
    plain: fitted(
      rows.filter(({ set, features }) => set !== 'answers' && isPlain(features)),
      RIDGE,
    ),
    exception: one('exception'),
    unrelated: one('unrelated'),
    compatible: one('compatible'),
    concern: fitted(
      [...near, ...far].map((row) => ({ ...row, features: aligning(row.features) })),
      RIDGE,
    ),
  };
}

function crossValidated(keyOf: (example: Example) => string | number): readonly Scored[] {
  const keys = [...new Set(all.filter(({ set }) => set !== 'answers').map(keyOf))];
  return keys.flatMap((key) => {
    const models = trained(all.filter((example) => keyOf(example) !== key));
    return all
      .filter((example) => example.set !== 'answers' && keyOf(example) === key)
      .map((example) => {
        const isMute = isNotSaid(readingOf(example.pair.new), example.features);
        return {
          example,
          may: isMute
            ? 0
            : 1 / (1 + Math.exp(-logit(isPlain(example.features) ? models.plain : models.replaces, example.features))),
          concern: logit(models.concern, aligning(example.features)),
        };
      });
  });
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function barsOf(scored: readonly Scored[]) {
  const of = (set: Example['set']) => scored.filter(({ example }) => example.set === set);
  const chance = of('random')
    .map(({ concern }) => concern)
    .sort((a, b) => b - a);
  const concern = chance[Math.floor(chance.length * BY_CHANCE)] ?? 0;
  const worth = chance[Math.floor(chance.length * WORTH)] ?? 0;
  const labelled = [...of('dev'), ...of('plain')].filter(({ example }) => example.target === 0);
  const lowest = (wrong: readonly Scored[], isOfModel: boolean, near: number, share: number) => {
    const rows = wrong.filter(({ example }) => isPlain(example.features) === isOfModel);
    const passing = rows.filter((row) => row.concern >= near).map(({ may }) => may);
    return 0.001 + (passing.sort((a, b) => b - a)[Math.floor(rows.length * share)] ?? 0.5);
  };
  const barAt = (isOfModel: boolean, near: number, share: number, shareBeside: number) =>
    round(Math.max(lowest(labelled, isOfModel, near, share), lowest(of('beside'), isOfModel, near, shareBeside)));
  return {
    sure: barAt(false, concern, SURELY_WRONG, SURELY_WRONG_BESIDE),
    unsure: barAt(false, worth, UNSURELY_WRONG, UNSURELY_WRONG_BESIDE),
    plainSure: barAt(true, concern, SURELY_WRONG, SURELY_WRONG_BESIDE),
    plainUnsure: barAt(true, worth, UNSURELY_WRONG, UNSURELY_WRONG_BESIDE),
    concern: round(concern),
    worth: round(worth),
  };
}

function outcomeAt(at: Bars, { example, may, concern }: Scored): 'sure' | 'unsure' | 'no' {
  const [sure, unsure] = isPlain(example.features) ? [at.plainSure, at.plainUnsure] : [at.sure, at.unsure];
  const isLikely = may >= sure && concern >= at.concern && !areTwoPlaces(example.features);
  if (isApart(example.features)) return 'no';
  if (isLikely || isOtherValue(example.features)) return 'sure';
  return may >= unsure && concern >= at.worth ? 'unsure' : 'no';
}

/** The bars, too, are set on what was not left out: nearer to what unseen pairs will show. */
function reportNested(scored: readonly Scored[]): void {
  const groups = [...new Set(scored.map(({ example }) => example.group))];
  const outcomes = groups.flatMap((group) => {
    const at = barsOf(scored.filter(({ example }) => example.group !== group));
    const own = scored.filter(({ example }) => example.set === 'dev' && example.group === group);
    return own.map((row) => ({ isTrue: row.example.target === 1, outcome: outcomeAt(at, row) }));
  });
  console.log('\nold texts left out, bars set without them, too');
  for (const isTrue of [true, false]) {
    const rows = outcomes.filter((row) => row.isTrue === isTrue);
    const count = (what: string) => rows.filter(({ outcome }) => outcome === what).length;
    console.log(
      `  ${isTrue ? 'true' : 'others'}: ${rows.length} pairs: ${count('sure')} sure, ${count('unsure')} unsure, ${count('no')} not`,
    );
  }
}

function report(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}`);
  const outcome = (row: Scored) => outcomeAt(bars, row);
  const line = (name: string, rows: readonly Scored[]) => {
    const count = (what: string) => rows.filter((row) => outcome(row) === what).length;
    console.log(
      `  ${name.padEnd(24)} ${rows.length} pairs: ${count('sure')} sure, ${count('unsure')} unsure, ${count('no')} not`,
    );
  };
  const of = (set: Example['set']) => scored.filter(({ example }) => example.set === set);
  for (const set of ['dev', 'plain'] as const)
    for (const label of ['replaces', 'replaces-part', 'compatible', 'exception', 'unrelated'])
      line(
        `${set} ${label}`,
        of(set).filter(({ example }) => example.pair.label === label),
      );
  line('any two lines', of('random'));
  line('of one project', of('beside'));
  const isTrue = ({ example }: Scored) => example.target === 1;
  for (const language of [...new Set(of('dev').map(({ example }) => example.pair.lang))]) {
    const rows = of('dev').filter(({ example }) => example.pair.lang === language);
    line(`${language} true`, rows.filter(isTrue));
    line(
      `${language} others`,
      rows.filter((row) => !isTrue(row)),
    );
  }
  for (const kind of [...new Set(of('dev').map(({ example }) => example.pair.where))])
    line(
      `true ${kind}`,
      of('dev').filter((row) => isTrue(row) && row.example.pair.where === kind),
    );
  const near = (bar: number, rows: readonly Scored[]) => rows.filter(({ concern }) => concern >= bar).length;
  for (const [name, bar] of [
    ['worth', bars.worth],
    ['concern', bars.concern],
  ] as const)
    console.log(
      `  passing ${name}: ${near(bar, of('dev').filter(isTrue))} of ${of('dev').filter(isTrue).length} true ones, ${near(bar, of('random'))} of ${randoms.length} by chance`,
    );
  console.log(`  recall at wrong ones (dev): ${curve(of('dev'))}`);
  console.log(`  recall at wrong ones (plain): ${curve(of('plain'))}`);
  if (process.argv.includes('--wrong'))
    for (const row of [...of('dev'), ...of('plain'), ...of('beside')])
      if ((outcome(row) === 'sure' && !isTrue(row)) || (outcome(row) === 'no' && isTrue(row)))
        console.log(
          `  ${outcome(row)} ${row.may.toFixed(2)} ${row.example.pair.label}: ${row.example.pair.old} | ${row.example.pair.new}`,
        );
}

function curve(scored: readonly Scored[]): string {
  const order = [...scored].sort((a, b) => b.may - a.may);
  const wrong = order.filter(({ example }) => example.target === 0);
  const right = order.filter(({ example }) => example.target === 1);
  return [3, 5, 10, 20, 30, 50]
    .map((count) => `${count}: ${right.filter(({ may }) => may > (wrong[count]?.may ?? 0)).length}/${right.length}`)
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

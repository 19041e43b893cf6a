/**
 * Fits the gate (src/recall/gate/asks-weights.json, verdict-weights.json) on the labelled sets, and says how good it is where it
 * was not fitted: each fifth of the sets is judged by weights from the others. Each set counts twice, with the ways to ask that a curator
 * thought of and without. The same sets give the same weights.
 *
 *   node scripts/train-gate.ts [--check]     --check: says how good it would be, writes nothing
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateFigures, scoreGate } from '../bench/support/gate-score.ts';
import { type GateMemory, gateRequest, type LabelledPrompt, openGateMemory } from '../bench/support/gate-set.ts';
import type { Candidate } from '../src/recall/gate/candidate.ts';
import type { Features } from '../src/recall/gate/features.ts';
import { Gate } from '../src/recall/gate/gate.ts';
import { askFigures, type PromptAsks } from '../src/recall/gate/prompt-asks.ts';
import type { PromptWords } from '../src/recall/gate/prompt-words.ts';
import { select } from '../src/recall/gate/selection.ts';
import {
  chosenFigures,
  descending,
  type Figures,
  type Model,
  type Models,
  oddsOf,
  opensFigures,
  share,
} from '../src/recall/gate/verdict.ts';
import { Searcher } from '../src/recall/search/searcher.ts';
import { fittedChoice } from './choice-model.ts';
import { fitted } from './logistic.ts';

const ROOT = join(import.meta.dirname, '..');
const GATE = join(ROOT, 'src/recall/gate');
/** How strongly weights are held to zero; figures are of about one size. */
const ASKS_RIDGE = 4;
const RIDGE = 3;
/** A word that fewer projects say is one of that project. */
const LEAST_PROJECTS = 3;
const LEAST_WEIGHT = 0.02;
const THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];
const ASKS = ['need', 'past'] as const;
const FOLDS = 5;
/** Of what nobody wants, every third candidate is looked at, and counts for three: there is so much of it. */
const EVERY = 3;

interface Item {
  readonly name: string;
  readonly candidate: Candidate;
  readonly features: Features;
  readonly isWanted: boolean;
  readonly isFine: boolean;
  odds: number;
  likelihood: number;
}
interface Asked {
  readonly set: string;
  readonly prompt: LabelledPrompt;
  readonly words: PromptWords;
  readonly items: readonly Item[];
  opens: number;
}
interface Labelled {
  readonly set: string;
  readonly prompt: LabelledPrompt;
  readonly targets: Readonly<Record<(typeof ASKS)[number], boolean>>;
}

const isCheck = process.argv.includes('--check');
const sets = readdirSync(join(ROOT, 'test/corpora/gate'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort();
const labelled: Labelled[] = [];
for (const set of sets) {
  const memory = await openGateMemory(set);
  labelled.push(...memory.prompts.map((prompt) => ({ set, prompt, targets: targetsOf(prompt, memory) })));
  memory.close();
}
const apartAsks = new Map(
  sets.map((set) => [set, asksFrom(labelled.filter((row) => foldOf(row.set) !== foldOf(set)))]),
);
for (const name of ASKS) console.log(`asks for ${name}: right order ${rankingOf(name).toFixed(3)}`);
const all: Asked[] = [];
const began = performance.now();
for (const withAsked of [false, true]) for (const set of sets) await gather(set, withAsked);
console.log(
  `${all.length} prompts, ${all.reduce((sum, one) => sum + one.items.length, 0)} candidates, ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
report();
if (!isCheck) {
  write('asks-weights.json', asksFile());
  write('verdict-weights.json', modelsFrom(all));
}

/** Whole sets, so that no author is judged by what was fitted on them. */
function foldOf(set: string): number {
  return sets.indexOf(set) % FOLDS;
}

function targetsOf({ wants, space }: LabelledPrompt, memory: GateMemory): Labelled['targets'] {
  const records = memory.journal.after(0, 100_000).filter(({ workspace }) => workspace === space);
  return { need: wants.length > 0, past: records.some(({ id }) => wants.includes(memory.nameOf(id))) };
}

function asksFrom(rows: readonly Labelled[]) {
  const figures = rows.map(({ prompt }) => askFigures(prompt.prompt));
  const projects = new Map<string, Set<string>>();
  figures.forEach((one, at) => {
    for (const name of one.keys())
      projects.set(name, (projects.get(name) ?? new Set()).add(rows[at]?.prompt.space ?? ''));
  });
  const kept = figures.map(
    (one) => new Map([...one].filter(([name]) => (projects.get(name)?.size ?? 0) >= LEAST_PROJECTS)),
  );
  return Object.fromEntries(
    ASKS.map((ask) => [
      ask,
      fittedChoice(
        rows.map(({ targets }, at) => ({
          candidates: [kept[at] ?? new Map()],
          right: targets[ask] ? [0] : [],
          weight: 1,
        })),
        ASKS_RIDGE,
      ),
    ]),
  ) as Record<(typeof ASKS)[number], ReturnType<typeof fittedChoice>>;
}

function asksBy(models: ReturnType<typeof asksFrom>, prompt: string): PromptAsks {
  const figures = askFigures(prompt);
  const odds = (ask: (typeof ASKS)[number]) => {
    const { bias, weights } = models[ask];
    let sum = bias;
    for (const [name, value] of figures) sum += (weights.get(name) ?? 0) * value;
    return sum;
  };
  return { need: odds('need'), past: odds('past') };
}

function asksApart({ set, prompt }: Pick<Labelled, 'set' | 'prompt'>): PromptAsks {
  const models = apartAsks.get(set);
  if (models === undefined) throw new Error(set);
  return asksBy(models, prompt.prompt);
}

/** How often a prompt that asks stands before one that does not. */
function rankingOf(ask: (typeof ASKS)[number]): number {
  const odds = labelled.map((row) => ({ isRight: row.targets[ask], odds: asksApart(row)[ask] }));
  const sorted = odds.toSorted((a, b) => a.odds - b.odds);
  let [below, wins, right] = [0, 0, 0];
  for (const { isRight } of sorted) {
    if (isRight) {
      wins += below;
      right += 1;
    } else below += 1;
  }
  return wins / (right * below);
}

async function gather(set: string, withAsked: boolean): Promise<void> {
  const memory = await openGateMemory(set, withAsked);
  const gate = new Gate(new Searcher(memory.index, memory.journal), memory.index, memory.journal);
  for (const prompt of memory.prompts) {
    const found = gate.figures(gateRequest(prompt), asksApart({ set, prompt }));
    if (found === undefined) continue;
    const items = [...found.features].map(([candidate, features]) => {
      const name = memory.nameOf(candidate.fact?.id ?? candidate.records[0]?.record.id ?? '');
      const [isWanted, isFine] = [prompt.wants.includes(name), prompt.fine.includes(name)];
      return { name, candidate, features, isWanted, isFine, odds: 0, likelihood: 0 };
    });
    all.push({ set, prompt, words: found.prompt, items, opens: 0 });
  }
  memory.close();
}

function kindOf({ candidate }: Item): 'fact' | 'turn' {
  return candidate.fact === undefined ? 'turn' : 'fact';
}

/** What is `fine` says nothing either way. */
function itemModel(
  from: readonly Asked[],
  kind: 'fact' | 'turn',
  figuresOf: (item: Item, one: Asked) => Figures,
): Model {
  let unwanted = 0;
  const rows = from.flatMap((one) =>
    one.items.flatMap((item) => {
      if (kindOf(item) !== kind || item.isFine) return [];
      if (!item.isWanted) unwanted += 1;
      if (!item.isWanted && unwanted % EVERY !== 0) return [];
      return [{ figures: figuresOf(item, one), target: Number(item.isWanted), weight: item.isWanted ? 1 : EVERY }];
    }),
  );
  return fitScaled(rows, RIDGE);
}

interface FigureRow {
  readonly figures: Figures;
  readonly target: number;
  readonly weight: number;
}

/** The ridge holds all figures alike when they are of one size. */
function fitScaled(rows: readonly FigureRow[], ridge: number): Model {
  const names = Object.keys(rows[0]?.figures ?? {});
  const scale = new Map(
    names.map((name) => {
      const mean = rows.reduce((sum, row) => sum + (row.figures[name] ?? 0), 0) / rows.length;
      const spread = Math.sqrt(
        rows.reduce((sum, row) => sum + ((row.figures[name] ?? 0) - mean) ** 2, 0) / rows.length,
      );
      return [name, spread < 1e-9 ? 0 : 1 / spread];
    }),
  );
  const { bias, weights } = fitted(
    rows.map(({ figures, target, weight }) => ({
      target,
      weight,
      features: new Map(names.map((name) => [name, (figures[name] ?? 0) * (scale.get(name) ?? 0)])),
    })),
    ridge,
  );
  return {
    bias,
    weights: Object.fromEntries(names.map((name) => [name, (weights.get(name) ?? 0) * (scale.get(name) ?? 0)])),
  };
}

function eachApart(fitFrom: (from: readonly Asked[]) => (one: Asked) => void): void {
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const judge = fitFrom(all.filter((one) => foldOf(one.set) !== fold));
    for (const one of all) if (foldOf(one.set) === fold) judge(one);
  }
}

function firstApart(): void {
  eachApart((from) => {
    const models = {
      fact: itemModel(from, 'fact', (item) => item.features.figures),
      turn: itemModel(from, 'turn', (item) => item.features.figures),
    };
    return ({ items }) => {
      for (const item of items) item.odds = oddsOf(models[kindOf(item)], item.features.figures);
    };
  });
}

function opensModel(from: readonly Asked[]): Model {
  return fitScaled(
    from.map((one) => ({
      figures: opensFigures(one.items, one.words),
      target: Number(one.items.some(({ isWanted }) => isWanted)),
      weight: 1,
    })),
    RIDGE,
  );
}

function opensApart(): void {
  eachApart((from) => {
    const model = opensModel(from);
    return (one) => {
      one.opens = oddsOf(model, opensFigures(one.items, one.words));
    };
  });
}

function report(): void {
  firstApart();
  opensApart();
  const figuresOf = (item: Item, one: Asked) => chosenFigures(item, descending(one.items), one.opens, one.words);
  eachApart((from) => {
    const models = { fact: itemModel(from, 'fact', figuresOf), turn: itemModel(from, 'turn', figuresOf) };
    return (one) => {
      for (const item of one.items) item.likelihood = share(oddsOf(models[kindOf(item)], figuresOf(item, one)));
    };
  });
  const half = all.length / 2;
  for (const [what, part] of [
    ['without ways to ask', all.slice(0, half)],
    ['with them', all.slice(half)],
  ] as const) {
    console.log(what);
    for (const least of THRESHOLDS)
      console.log(`  opens at ${least.toFixed(2)}  ${gateFigures(scoreGate(part.map((one) => given(one, least))))}`);
    const kinds = [...new Set(part.map(({ prompt }) => prompt.kind ?? ''))].sort();
    for (const kind of kinds) {
      const those = part.filter(({ prompt }) => (prompt.kind ?? '') === kind);
      console.log(
        `    ${kind.padEnd(12)} ${String(those.length).padStart(4)}  ${gateFigures(scoreGate(those.map((one) => given(one, 0.5))))}`,
      );
    }
  }
}

function given({ prompt, items }: Asked, least: number) {
  const names = new Map(items.map(({ candidate, name }) => [candidate, name]));
  const judged = items.toSorted((a, b) => b.likelihood - a.likelihood);
  return { prompt, items: select(judged, least).map(({ candidate }) => names.get(candidate) ?? '') };
}

function modelsFrom(from: readonly Asked[]): Models {
  const figuresOf = (item: Item, one: Asked) => chosenFigures(item, descending(one.items), one.opens, one.words);
  const first = (item: Item) => item.features.figures;
  return rounded({
    fact: itemModel(from, 'fact', first),
    turn: itemModel(from, 'turn', first),
    opens: opensModel(from),
    chosenFact: itemModel(from, 'fact', figuresOf),
    chosenTurn: itemModel(from, 'turn', figuresOf),
  });
}

function rounded(models: Models): Models {
  const round = (value: number) => Number(value.toPrecision(4));
  return Object.fromEntries(
    Object.entries(models).map(([name, { bias, weights }]) => [
      name,
      {
        bias: round(bias),
        weights: Object.fromEntries(Object.entries(weights).map(([figure, weight]) => [figure, round(weight)])),
      },
    ]),
  ) as Models;
}

function asksFile() {
  const models = asksFrom(labelled);
  const names = [...new Set(ASKS.flatMap((ask) => [...models[ask].weights.keys()]))].sort();
  const round = (value: number) => Number(value.toFixed(3));
  const weights = names.flatMap((name) => {
    const row = ASKS.map((ask) => round(models[ask].weights.get(name) ?? 0));
    return row.some((weight) => Math.abs(weight) >= LEAST_WEIGHT) ? [[name, row] as const] : [];
  });
  return {
    bias: Object.fromEntries(ASKS.map((ask) => [ask, round(models[ask].bias)])),
    weights: Object.fromEntries(weights),
  };
}

function write(name: string, value: unknown): void {
  writeFileSync(
    join(GATE, name),
    `${JSON.stringify(value, null, 1).replace(/\[\s+([^\]]*?)\s+\]/g, (_, list: string) => `[${list.replace(/\s+/g, ' ')}]`)}\n`,
  );
}

/**
 * Fits the weights of the gate's verdict on its two development sets, and says how good they are where they were not fitted:
 * each of the ten projects is judged by weights from the other nine. Prints the constants for src/recall/gate/verdict.ts.
 * Which figures are used is what verdict.ts names. The test set is never opened here.
 *
 *   node bench/gate-fit.ts
 */
import type { Evidence } from '../src/recall/gate/evidence.ts';
import { Gate, type Judged } from '../src/recall/gate/gate.ts';
import { select } from '../src/recall/gate/selection.ts';
import { FACT_WEIGHTS, type Figure, logistic, TURN_WEIGHTS, type Weights } from '../src/recall/gate/verdict.ts';
import { Searcher } from '../src/recall/search/searcher.ts';
import { gateFigures, scoreGate } from './support/gate-score.ts';
import { gateRequest, type LabelledPrompt, openGateMemory } from './support/gate-set.ts';
import { fitLogistic } from './support/logistic-fit.ts';

const SETS = ['dev', 'dev2'];
const THRESHOLDS = [0.3, 0.35, 0.4, 0.425, 0.45, 0.475, 0.5, 0.55, 0.6, 0.7];
const L2 = 2;
const FIGURES = { fact: Object.keys(FACT_WEIGHTS), turn: Object.keys(TURN_WEIGHTS) } as const;
type Kind = keyof typeof FIGURES;
type Models = Readonly<Record<Kind, { readonly base: number; readonly weights: Weights }>>;

interface Asked {
  readonly prompt: LabelledPrompt;
  readonly judged: readonly { readonly name: string; readonly item: Judged }[];
}

const asked: Asked[] = [];
for (const set of SETS) {
  const memory = await openGateMemory(set);
  const gate = new Gate(new Searcher(memory.index, memory.journal), memory.index, memory.journal);
  for (const prompt of memory.prompts) {
    const judged = gate.judge(gateRequest(prompt)).map((item) => {
      const id = item.candidate.fact?.id ?? item.candidate.records[0]?.record.id ?? '';
      return { name: memory.nameOf(id), item };
    });
    asked.push({ prompt, judged });
  }
  memory.close();
}

const spaces = [...new Set(asked.map(({ prompt }) => prompt.space))];
const apart = new Map(spaces.map((space) => [space, fitOn(asked.filter(({ prompt }) => prompt.space !== space))]));
console.log(`each of ${spaces.length} projects, by weights from the others:`);
for (const least of THRESHOLDS) {
  const answers = asked.map((one) => answer(one, apart.get(one.prompt.space) ?? fitOn([]), least));
  console.log(`  opens at ${least.toFixed(3)}  ${gateFigures(scoreGate(answers))}`);
}
const models = fitOn(asked);
console.log('\nfitted on all of them:');
for (const least of THRESHOLDS)
  console.log(
    `  opens at ${least.toFixed(3)}  ${gateFigures(scoreGate(asked.map((one) => answer(one, models, least))))}`,
  );
for (const kind of ['fact', 'turn'] as const) {
  const { base, weights } = models[kind];
  console.log(`\nconst ${kind.toUpperCase()}_BASE = ${base.toFixed(2)};`);
  for (const [figure, weight] of Object.entries(weights)) console.log(`  ${figure}: ${weight.toFixed(2)},`);
}

function fitOn(from: readonly Asked[]): Models {
  return { fact: fitKind(from, 'fact'), turn: fitKind(from, 'turn') };
}

/** What is `fine` says nothing either way. */
function fitKind(from: readonly Asked[], kind: Kind): Models[Kind] {
  const figures = FIGURES[kind] as readonly Figure[];
  const rows: number[][] = [];
  const wanted: boolean[] = [];
  for (const { prompt, judged } of from)
    for (const { name, item } of judged) {
      if (kindOf(item) !== kind || prompt.fine.includes(name)) continue;
      rows.push(figures.map((figure) => item.evidence[figure]));
      wanted.push(prompt.wants.includes(name));
    }
  const { base, weights } = fitLogistic(rows, wanted, L2);
  return { base, weights: Object.fromEntries(figures.map((figure, at) => [figure, weights[at] ?? 0])) };
}

function answer({ prompt, judged }: Asked, models: Models, least: number) {
  const names = new Map(judged.map(({ name, item }) => [item.candidate, name]));
  const again = judged
    .map(({ item }) => ({ ...item, likelihood: likelihoodBy(models[kindOf(item)], item.evidence) }))
    .toSorted((a, b) => b.likelihood - a.likelihood);
  return { prompt, items: select(again, least).map(({ candidate }) => names.get(candidate) ?? '') };
}

function likelihoodBy({ base, weights }: Models[Kind], evidence: Evidence): number {
  return logistic(evidence, base, weights);
}

function kindOf({ candidate }: Judged): Kind {
  return candidate.fact === undefined ? 'turn' : 'fact';
}

/**
 * The relevance gate on labelled sets: precision and recall of what is given with a prompt, and how often it is silent where
 * nothing is wanted; the same over its threshold, by kind of item and of prompt, and beside plain search with a cut of its
 * score. Only totals are shown. The sets of the repository are what it was fitted on (`npm run train:gate -- --check` leaves
 * them out in turn); a folder of one's own tells more.
 *
 *   node bench/gate.ts [--asked] [name or folder of a set …]     --asked: with the ways to ask that a curator thought of
 */

import { Gate } from '../src/recall/gate/gate.ts';
import { OPENS_AT } from '../src/recall/gate/selection.ts';
import { Searcher } from '../src/recall/search/searcher.ts';
import { ms, percentile } from './support/figures.ts';
import { type GateScore, type Given, gateFigures, scoreGate } from './support/gate-score.ts';
import { type GateMemory, gateRequest, type LabelledPrompt, openGateMemory } from './support/gate-set.ts';

const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8];
const PLAIN_ITEMS = 3;
const PLAIN_CUTS = 40;
const LEAST_PRECISION = 0.8;

const names = process.argv.slice(2).filter((name) => name !== '--asked');
for (const name of names.length > 0 ? names : ['dev', 'extra']) {
  const memory = await openGateMemory(name, process.argv.includes('--asked'));
  try {
    measure(name, memory);
  } finally {
    memory.close();
  }
}

function measure(name: string, memory: GateMemory): void {
  const searcher = new Searcher(memory.index, memory.journal);
  const gate = new Gate(searcher, memory.index, memory.journal);
  const tookMs: number[] = [];
  const choose = (prompt: LabelledPrompt, least: number) => {
    const startedMs = performance.now();
    const chosen = gate.choose(gateRequest(prompt), least);
    tookMs.push(performance.now() - startedMs);
    return chosen;
  };
  const answers = (least: number, kind?: 'fact' | 'snippet') =>
    memory.prompts.map((prompt): Given => {
      const chosen = choose(prompt, least).filter((item) => kind === undefined || item.kind === kind);
      const ids = chosen.map((item) => memory.nameOf(item.kind === 'fact' ? item.learning.id : item.id));
      return { prompt, items: ids };
    });
  console.log(`\n${name}: ${memory.prompts.length} prompts`);
  print('gate', scoreGate(answers(OPENS_AT)));
  for (const kind of ['fact', 'snippet'] as const) {
    const wanted = (id: string) => id.startsWith(kind === 'fact' ? 'L' : 'T');
    const ofKind = answers(OPENS_AT, kind).map(({ prompt, items }) => ({
      items,
      prompt: { ...prompt, wants: prompt.wants.filter(wanted) },
    }));
    print(`  ${kind}s alone`, scoreGate(ofKind));
  }
  const given = answers(OPENS_AT);
  for (const kind of [...new Set(memory.prompts.map((prompt) => prompt.kind ?? 'any'))].sort())
    print(`  ${kind}`, scoreGate(given.filter(({ prompt }) => (prompt.kind ?? 'any') === kind)));
  print('plain search, best cut', bestPlain(memory, searcher));
  for (const least of THRESHOLDS) print(`  opens at ${least}`, scoreGate(answers(least)));
  console.log(`  one prompt: p50 ${ms(percentile(tookMs, 0.5))}, p95 ${ms(percentile(tookMs, 0.95))}`);
}

/** The three best hits above the score that gives the most recall at the precision asked for, or the most precise. */
function bestPlain({ prompts, nameOf }: GateMemory, searcher: Searcher): GateScore {
  const found = prompts.map((prompt) => ({ prompt, hits: plainHits(prompt, searcher) }));
  const highest = Math.max(...found.flatMap(({ hits }) => hits.map(({ score }) => score)));
  const scores = Array.from({ length: PLAIN_CUTS }, (_, at) => {
    const cut = (highest * at) / PLAIN_CUTS;
    return scoreGate(
      found.map(({ prompt, hits }) => ({
        prompt,
        items: hits
          .filter(({ score }) => score >= cut)
          .map((hit) => nameOf(hit.kind === 'fact' ? hit.learning.id : hit.record.id)),
      })),
    );
  });
  const precise = scores.filter(({ precision, given }) => precision >= LEAST_PRECISION && given > 0);
  if (precise.length > 0) return precise.reduce((best, score) => (score.recall > best.recall ? score : best));
  return scores.reduce((best, score) => (worth(score) > worth(best) ? score : best));
}

function plainHits(prompt: LabelledPrompt, searcher: Searcher) {
  const { prompt: text, workspace, sessionId, now } = gateRequest(prompt);
  const query = { text, workspace, now, limit: 20, kind: 'all', audience: 'agent', patienceMs: 0 } as const;
  return searcher
    .search(query)
    .hits.filter((hit) => hit.kind === 'fact' || hit.record.sessionId !== sessionId)
    .slice(0, PLAIN_ITEMS);
}

function worth({ precision, recall }: GateScore): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

function print(what: string, score: GateScore): void {
  console.log(`  ${what.padEnd(26)} ${gateFigures(score)}`);
}

/**
 * How right the rules curator is, on labelled turns (test/corpora/curation). What it missed and what it made up is shown
 * for the development files only: the third one measures, and is worth that only while nobody reads it.
 */
import { curateByRules } from '../src/curator/rules/rules.ts';
import { precisionOf, recallOf, scoreCuration, type TypeScore } from '../test/support/curation-score.ts';
import { printFigures } from './support/figures.ts';

const PRECISION = 0.9;
const RECALL = 0.5;

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${(part / whole).toFixed(2)} (${part} of ${whole})`;
}

function row(what: string, { extracted, right, expected, met }: TypeScore) {
  return { what, value: `precision ${share(right, extracted)}`, baseline: `recall ${share(met, expected)}` };
}

for (const file of ['test', 'dev', 'dev2'] as const) {
  const score = scoreCuration(file, curateByRules);
  const { all, byType } = score;
  printFigures(`Rules curator on ${score.turns} labelled turns, ${file}.jsonl`, [
    {
      ...row('all', all),
      target: `≥ ${PRECISION} at ≥ ${RECALL}`,
      met: precisionOf(all) >= PRECISION && recallOf(all) >= RECALL,
    },
    ...[...byType].toSorted(([a], [b]) => a.localeCompare(b)).map(([type, scored]) => row(type, scored)),
  ]);
  if (file === 'test') continue;
  console.log(`\n  missed:\n    ${score.missed.join('\n    ')}`);
  console.log(`  made up:\n    ${score.falsePositives.join('\n    ')}`);
}

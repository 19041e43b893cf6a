/** What an evaluation found, added up: for machines as it is, for people in lines. Shares stand beside their counts. */
import { KEPT } from '../../curator/apply/unit-of-work.ts';
import { columns, paint, safe } from '../terminal.ts';
import type { CaseResult } from './evaluate.ts';
import { added, NO_SCORE, type Score } from './scores.ts';

type Stage = 'raw' | 'product' | 'rules' | 'union';
type Scores = Readonly<Record<Stage, Score>>;
type Counts = Readonly<Record<string, number>>;

export interface EvaluationReport {
  readonly cases: number;
  readonly scores: Scores;
  readonly languages: Readonly<Record<string, Scores>>;
  /** Items that were answered: all of them are kept, held or dropped. */
  readonly answered: number;
  readonly kept: number;
  readonly held: number;
  readonly dropped: number;
  /** What became of right and of wrong items, by outcome. */
  readonly right: Counts;
  readonly wrong: Counts;
  /** Drops that belong to no single item. */
  readonly besides: Counts;
  /** By case: expectations that an answer met and the product did not keep, what must not be kept, what should be gone. */
  readonly lost: readonly string[];
  readonly forbidden: readonly string[];
  readonly outdated: readonly string[];
}

const STAGES: readonly (readonly [Stage, string])[] = [
  ['raw', 'the answers themselves'],
  ['product', 'what the product kept'],
  ['rules', 'the rules alone'],
  ['union', 'product and rules'],
];

export function reportOf(results: readonly CaseResult[]): EvaluationReport {
  const items = results.flatMap(({ answered }) => answered);
  const byLanguage = Object.groupBy(results, ({ lang }) => lang);
  return {
    cases: results.length,
    scores: scoresOf(results),
    languages: Object.fromEntries(
      Object.entries(byLanguage)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([lang, own = []]) => [lang, scoresOf(own)]),
    ),
    answered: items.length,
    kept: items.filter(({ outcome }) => outcome === KEPT).length,
    held: items.filter(({ outcome }) => outcome.startsWith('held: ')).length,
    dropped: items.filter(({ outcome }) => outcome !== KEPT && !outcome.startsWith('held: ')).length,
    right: countsOf(items.filter(({ isRight }) => isRight).map(({ outcome }) => outcome)),
    wrong: countsOf(items.filter(({ isRight }) => !isRight).map(({ outcome }) => outcome)),
    besides: summed(results.map(({ besides }) => besides)),
    lost: named(results, 'lost'),
    forbidden: named(results, 'forbidden'),
    outdated: named(results, 'outdated'),
  };
}

function named(results: readonly CaseResult[], list: 'lost' | 'forbidden' | 'outdated'): readonly string[] {
  return results.flatMap((result) => result[list].map((one) => `${result.id} ${one}`));
}

export function reportLines(report: EvaluationReport): readonly string[] {
  const { cases, scores, languages, answered, kept, held, dropped, right, wrong, besides } = report;
  return [
    paint(
      'bold',
      `${cases} cases, ${answered} items answered: ${kept} kept, ${held} held for a person, ${dropped} dropped`,
    ),
    ...columns([
      ['', 'precision', 'recall', 'recall, any kind', 'right scope'],
      ...STAGES.map(([stage, name]) => [name, ...figuresOf(scores[stage])]),
    ]),
    '',
    paint('bold', 'recall by language'),
    ...columns([
      ['', ...STAGES.map(([, name]) => name)],
      ...Object.entries(languages).map(([lang, own]) => [
        safe(lang),
        ...STAGES.map(([stage]) => share(own[stage].met, own[stage].expected)),
      ]),
    ]),
    ...countLines('right items, by what became of them', right),
    ...countLines('wrong items, by what became of them', wrong),
    ...countLines('besides', besides),
    ...listLines('answered, expected and not kept', report.lost),
    ...listLines('kept although it is forbidden', report.forbidden),
    ...listLines('holds although it should be gone', report.outdated),
  ];
}

function figuresOf({ items, right, expected, met, metInAnyKind, scoped, scopeRight }: Score): readonly string[] {
  return [share(right, items), share(met, expected), share(metInAnyKind, expected), share(scopeRight, scoped)];
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${(part / whole).toFixed(2)} (${part} of ${whole})`;
}

function countLines(title: string, counts: Counts): readonly string[] {
  const rows = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (rows.length === 0) return [];
  return ['', paint('bold', title), ...columns(rows.map(([name, count]) => [String(count).padStart(4), safe(name)]))];
}

function listLines(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', paint('bold', title), ...entries.map((entry) => `  ${safe(entry)}`)];
}

function scoresOf(results: readonly CaseResult[]): Scores {
  const total = (stage: Stage) => results.reduce((sum, result) => added(sum, result[stage]), NO_SCORE);
  return { raw: total('raw'), product: total('product'), rules: total('rules'), union: total('union') };
}

function countsOf(names: readonly string[]): Counts {
  return summed(names.map((name) => ({ [name]: 1 })));
}

function summed(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

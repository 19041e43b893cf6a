/**
 * Thirty facts among 100,000 records of one space: how many are in the top 10 when asked for by a keyword, by two or three
 * words, by a question. The baseline is plain `bm25()` over the same rows.
 *
 *   node bench/planted.ts [rows]
 */
import { type Figure, printFigures } from './support/figures.ts';
import { PLANTED_FACTS } from './support/planted-facts.ts';
import { plantAndAsk } from './support/planting.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const TARGET = 28;

const harvests = await plantAndAsk(ROWS);
printFigures(
  `${PLANTED_FACTS.length} planted facts in ${ROWS} records: found in the top 10`,
  harvests.map(
    ({ kind, found, plainFound }): Figure => ({
      what: `asked by ${kind}`,
      value: `${found} of ${PLANTED_FACTS.length}`,
      baseline: `bm25 ${plainFound}`,
      ratio: found / plainFound,
      target: `≥ ${TARGET}`,
      met: found >= TARGET,
    }),
  ),
);
for (const { kind, missed } of harvests) for (const question of missed) console.log(`  missed by ${kind}: ${question}`);

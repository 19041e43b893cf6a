/**
 * What the product keeps of a model's answers (data/evaluation): losses by reason, and precision and recall of the answers,
 * of what was kept, and of the rules. `--cases FILE` and `--answers FOLDER` measure other turns and other answers. The answers
 * in the repository were written by hand: they say nothing of how well a model answers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluate } from '../src/cli/evaluation/evaluate.ts';
import { readCases } from '../src/cli/evaluation/evaluation-case.ts';
import { reportLines, reportOf } from '../src/cli/evaluation/evaluation-report.ts';
import { keptAnswers } from '../src/cli/evaluation/kept-answers.ts';

const shipped = join(import.meta.dirname, '..', 'data', 'evaluation');
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: join(shipped, 'cases.jsonl') },
    answers: { type: 'string', default: join(shipped, 'answers') },
  },
});
const cases = readCases(readFileSync(values.cases, 'utf8'), values.cases);
const results = await evaluate(cases, keptAnswers(values.answers), { atOnce: 4 });
for (const line of reportLines(reportOf(results))) console.log(line);

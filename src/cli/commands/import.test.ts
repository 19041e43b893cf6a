import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { WireImport } from '../../http/routes/import.ts';
import { reportLines } from './import.ts';

const REPORT: WireImport = {
  mode: 'add',
  dry_run: false,
  whole: true,
  added: { record: 22, session: 1, 'model-call': 2, learning: 9 },
  known: {},
  passed_over: {},
  forgotten: 0,
  redactions: 0,
  learned: 1,
  held: 0,
  dropped: { restated: 6, known: 1, 'decided-before': 1 },
  acts: [],
  refused: 0,
  refusals: [],
};

it('an import counts what it took, and apart from it what was known already', () => {
  expect(reportLines(REPORT).map(stripVTControlCharacters)).toEqual([
    '✓ took 22 records, 1 session, 2 model calls, 1 learning',
    '  7 learnings known already',
    '  learned, as text from outside: 1 fact',
    '  not taken: 1 decided-before',
  ]);
});

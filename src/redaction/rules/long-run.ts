/**
 * Most credentials are one long run of letters, digits and a few signs. Ordinary text holds few such runs, so the rules
 * for prefixes and structures look only into them.
 */
import { eachRun, runTable } from '../char-runs.ts';
import type { Report, Rule } from '../finding.ts';
import { findGenericPrefixed } from './generic-prefix.ts';
import { findPrefixed } from './prefix.ts';
import { findStructured } from './structured.ts';

/** The shortest credential with a prefix of its own has 16 characters. */
const SHORTEST_RUN = 16;
const SIGNS = '_.~+/=:|$%-';
const RUN_RULES: readonly Rule[] = [findPrefixed, findStructured, findGenericPrefixed];

let table: Uint8Array | undefined;

export function findInLongRuns(text: string, report: Report): void {
  table ??= runTable(SIGNS);
  eachRun(text, table, SHORTEST_RUN, (start, end) => {
    searchRun(text.slice(start, end), start, report);
    return end;
  });
}

function searchRun(run: string, offset: number, report: Report): void {
  const reportRun: Report = (kind, start, end) => report(kind, offset + start, offset + end);
  for (const rule of RUN_RULES) rule(run, reportRun);
}

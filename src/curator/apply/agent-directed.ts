/**
 * What stands around a statement where an output says it (POI-3): a line that speaks to agents, for the user, or in the marks
 * of a memory is no place for plain facts, however plainly a curator tells them again.
 */

import type { StoredRecord } from '../../memory/record.ts';
import { coverage, termsOf } from '../../memory/similarity.ts';
import { isAddressed } from '../../memory/suspicion.ts';
import { tierOf } from '../../memory/trust.ts';
import { piecesOf } from '../../text/sentence-ends.ts';

/** Of a statement's words, what a line must hold to be where it is said. */
const HELD = 0.5;
/** A longer line is many, of a page or of an answer in JSON. */
const LINE_CHARS = 600;
/** As much of an output as evidence is looked for in. */
const COMPARED_CHARS = 20_000;

export function isSaidToAgents(statement: string, records: readonly StoredRecord[]): boolean {
  const terms = termsOf(statement);
  return records
    .filter(({ source }) => tierOf(source) === 'tool')
    .flatMap(({ content }) => linesOf(content))
    .some((line) => isAddressed(line) && coverage(terms, termsOf(line)) >= HELD);
}

function linesOf(content: string): readonly string[] {
  const half = COMPARED_CHARS / 2;
  const read = content.length <= COMPARED_CHARS ? content : `${content.slice(0, half)}\n${content.slice(-half)}`;
  return read.split('\n').flatMap((line) => (line.length > LINE_CHARS ? piecesOf(line) : [line]));
}

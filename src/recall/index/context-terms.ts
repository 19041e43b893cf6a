/**
 * How much of a word that a neighbour holds in its beginning counts as if a record held it itself. What "it" means stands
 * next door: in the turn before, in the one before that, in the answer.
 */
import { TRAIT } from '../text/traits.ts';
import type { DocTable } from './doc-table.ts';

/** Characters at the beginning of a record that its neighbours hear; of a long answer no more, or it would drown them. */
export const HEAD_CHARS = 500;

const FROM_PREVIOUS = 0.5;
export const FROM_SECOND_PREVIOUS = 0.3;
const FROM_NEXT = 0.35;
/** A question that one person puts to another lends more to what answers it. */
const FROM_QUESTION = 0.8;
/** An agent's answer says the matter again in other words: it lends more back, and less on to the next prompt. */
const FROM_ANSWER_BACK = 0.6;
const FROM_ANSWER_ON = 0.3;

/** Who stands where in a session. */
export interface Chain {
  readonly docs: DocTable;
  previous(doc: number): number | undefined;
  next(doc: number): number | undefined;
}

/** What the first of two that follow each other lends to the second. */
export function lentOn(chain: Chain, from: number, to: number): number {
  const { docs } = chain;
  if (docs.has(from, TRAIT.asks) && isPeer(chain, from)) return FROM_QUESTION;
  return isAgent(docs, from) && !isAgent(docs, to) ? FROM_ANSWER_ON : FROM_PREVIOUS;
}

/** What the second lends back to the first. */
export function lentBack({ docs }: Chain, from: number, to: number): number {
  return isAgent(docs, from) && !isAgent(docs, to) ? FROM_ANSWER_BACK : FROM_NEXT;
}

/** Talk among people: neither it nor its neighbours come from an agent. */
export function isPeer(chain: Chain, doc: number): boolean {
  const { docs } = chain;
  return !isAgent(docs, doc) && !isAgent(docs, chain.next(doc)) && !isAgent(docs, chain.previous(doc));
}

function isAgent(docs: DocTable, doc: number | undefined): boolean {
  return doc !== undefined && docs.isOfAgent(doc);
}

/** A fact as a whole: what it says, how far it is trusted, since when it holds, what became of it, and what it rests on. */
import type { WireFact } from '../http/detail-wire.ts';
import { unsettledMark } from '../memory/learning.ts';
import { type BlockLine, dataString, fence, itemLine } from '../recall/block.ts';
import { CAUTION, dayOf, excerpt, factKind, idText } from './lines.ts';

/** Newest; a fact that is said again every day has a long history of saying the same. */
const MOST_CHANGES = 10;
const EXCERPT_CHARS = 500;

export function describeFact(fact: WireFact): string {
  const changes = fact.history.slice(-MOST_CHANGES);
  const unseen = fact.evidence.length - fact.evidence_records.length;
  return fence(`A fact as a whole. ${CAUTION}`, [
    itemLine({
      label: `${idText(fact.id)} ${factKind(fact.type, fact.trust, unsettledMark(fact))}`,
      text: fact.content,
    }),
    ...(fact.subject === null ? [] : [itemLine({ label: 'subject', text: fact.subject })]),
    `- scope ${dataString(fact.scope)}, confidence ${fact.confidence}, trust ${fact.trust}, ${validity(fact)}`,
    ...(fact.replaced_by === null ? [] : [itemLine(other('replaced by', fact.replaced_by))]),
    ...fact.replaced.map((replaced) => itemLine(other('it replaced', replaced))),
    ...(changes.length < fact.history.length ? [`- ${fact.history.length - changes.length} older changes`] : []),
    ...changes.map(({ ts, cause, content }) =>
      itemLine({ label: `history ${dayOf(ts)} ${cause}`, text: excerpt(content, EXCERPT_CHARS) }),
    ),
    ...fact.evidence_records.map((record) =>
      itemLine({
        label: `evidence ${idText(record.id)} ${dayOf(record.ts)} ${record.type}, ${record.source}`,
        text: record.content,
      }),
    ),
    ...(unseen > 0
      ? [`- ${unseen} more records are its evidence: older ones, erased ones or those of other projects`]
      : []),
  ]);
}

function validity({ valid_from, valid_to, confirmed_at }: WireFact): string {
  return valid_to === null
    ? `holds since ${dayOf(valid_from)}, last confirmed ${dayOf(confirmed_at)}`
    : `NO LONGER HOLDS: it did from ${dayOf(valid_from)} to ${dayOf(valid_to)}`;
}

function other(label: string, { id, content }: { readonly id: string; readonly content: string }): BlockLine {
  return { label: `${label} ${idText(id)}`, text: content };
}

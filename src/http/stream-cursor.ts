/**
 * A place in the order of learning changes, as the `id:` of an update carries it: the number of a change and a fingerprint of
 * it. Knowledge that was made anew, or that something was taken out of, has another history, in which the same number is
 * another change: the fingerprint tells. Who gives the number alone takes that risk; 0 is before the first change.
 */

import type { Knowledge } from '../knowledge/knowledge.ts';
import type { ChangedLearning } from '../knowledge/read-learnings.ts';
import { fingerprint } from '../recall/index/fingerprint.ts';

export interface UpdatePlace {
  readonly seq: number;
  readonly fingerprint?: number;
}

type Changes = Pick<Knowledge, 'changedLearnings'>;

const BEGINNING: UpdatePlace = { seq: 0 };
const PLACE = /^(\d{1,15})(?:\.([0-9a-f]{1,12}))?$/;

export function placeOf({ seq, learning }: ChangedLearning): UpdatePlace {
  return { seq, fingerprint: fingerprint(JSON.stringify(learning)) };
}

export function placeToWire({ seq, fingerprint: mark }: UpdatePlace): string {
  return mark === undefined ? String(seq) : `${seq}.${mark.toString(16)}`;
}

/** Undefined for what is none. */
export function parsePlace(text: string): UpdatePlace | undefined {
  const [, seq, mark] = PLACE.exec(text) ?? [];
  if (seq === undefined) return undefined;
  return { seq: Number(seq), ...(mark === undefined ? {} : { fingerprint: Number.parseInt(mark, 16) }) };
}

/** Undefined when the place is no more. One read, so nothing comes between looking for it and what follows. */
export async function changesAfter(
  place: UpdatePlace,
  knowledge: Changes,
  limit: number,
): Promise<readonly ChangedLearning[] | undefined> {
  if (place.seq === 0) return knowledge.changedLearnings(0, limit);
  const [at, ...changes] = await knowledge.changedLearnings(place.seq - 1, limit + 1);
  if (at?.seq !== place.seq) return undefined;
  return (place.fingerprint ?? placeOf(at).fingerprint) === placeOf(at).fingerprint ? changes : undefined;
}

/** Walks to the end in growing and then shrinking steps: a few dozen reads of one row, however long the history is. */
export async function newestPlace(knowledge: Changes): Promise<UpdatePlace> {
  let [newest] = await knowledge.changedLearnings(0, 1);
  if (newest === undefined) return BEGINNING;
  let step = 1;
  while (step >= 1) {
    const [later] = await knowledge.changedLearnings(newest.seq + step - 1, 1);
    if (later === undefined) step = Math.floor(step / 2);
    else [newest, step] = [later, step * 2];
  }
  return placeOf(newest);
}

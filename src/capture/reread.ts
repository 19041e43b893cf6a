/**
 * Prompts and answers of a transcript that is read once more after the rules of redaction have changed. Their ids are made
 * of their words, so one whose secret is told otherwise now would be taken for another event: stored a second time, or
 * brought back although it was forgotten.
 *
 * It is the same event when a row of its turn has the same words around what is redacted in either. Where no such row is,
 * and something was forgotten at its place of the session, it counts as forgotten: what may be is not stored again.
 */
import type { Journal } from '../journal/journal.ts';
import { isEmptied, type MemoryRecord } from '../memory/record.ts';
import { occurrenceId, type Telling } from '../memory/telling.ts';
import { mayHoldPlaceholder, placeholderPattern } from '../redaction/placeholder.ts';

export type ToldRecord = MemoryRecord & { readonly telling?: Telling | undefined };

const WORDED: ReadonlySet<MemoryRecord['type']> = new Set(['prompt', 'assistant']);

type Looked = Pick<Journal, 'record' | 'recordsOfTurn' | 'wasErased' | 'wasErasedAt'>;

/** With the id that it is stored under; undefined when it was forgotten. */
export async function asStoredBefore(record: ToldRecord, journal: Looked): Promise<ToldRecord | undefined> {
  const { telling, turnId, type, content } = record;
  const isRead = telling !== undefined && 'occurrence' in telling && turnId !== null && WORDED.has(type);
  if (!isRead || (await isKnown(record, telling.occurrence, journal))) return record;
  const isRedacted = mayHoldPlaceholder(content);
  const rows = (await journal.recordsOfTurn(turnId, Number.MAX_SAFE_INTEGER)).filter((row) => row.type === type);
  const same = rows.find((row) => isSameButSecrets(row.content, content) || (isRedacted && isEmptied(row)));
  // As it is: which one of several with the same words it is was counted by other words.
  if (same !== undefined) return { ...record, id: same.id, telling: undefined };
  return isRedacted && (await journal.wasErasedAt(record.sessionId, record.ts)) ? undefined : record;
}

async function isKnown({ id }: MemoryRecord, occurrence: number, journal: Looked): Promise<boolean> {
  for (const each of new Set([id, occurrenceId(id, occurrence)]))
    if ((await journal.record(each)) !== undefined || (await journal.wasErased({ id: each }))) return true;
  return false;
}

/** Whether one is the other with something in it redacted. */
export function isSameButSecrets(before: string, now: string): boolean {
  return isMade(before, now) || isMade(now, before);
}

function isMade(plain: string, redacted: string): boolean {
  if (!mayHoldPlaceholder(redacted)) return false;
  const parts = redacted.trim().split(placeholderPattern());
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const text = plain.trim();
  if (parts.length < 2 || text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at);
    if (next === -1 || next + part.length > text.length - last.length) return false;
    at = next + part.length;
  }
  return true;
}

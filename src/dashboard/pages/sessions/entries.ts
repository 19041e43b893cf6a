/** The records of a turn as a reader follows them: a tool call with its outcome and what was asked about it is one thing. Pure. */
import type { StoredRecord } from '../../../memory/record.ts';
import { orderRecords } from '../../../memory/turn.ts';

export type Entry =
  | { readonly kind: 'said'; readonly record: StoredRecord }
  | { readonly kind: 'call'; readonly records: readonly [StoredRecord, ...StoredRecord[]] };

export type CallOutcome = 'ok' | 'error' | 'denied' | 'unknown';

export function entriesOf(records: readonly StoredRecord[]): readonly Entry[] {
  const entries: Entry[] = [];
  const calls = new Map<string, number>();
  for (const record of orderRecords(records)) {
    const id = callOf(record);
    const at = id === undefined ? undefined : calls.get(id);
    const open = at === undefined ? undefined : entries[at];
    if (at !== undefined && open?.kind === 'call') entries[at] = { kind: 'call', records: [...open.records, record] };
    else {
      if (id !== undefined) calls.set(id, entries.length);
      entries.push(id === undefined ? { kind: 'said', record } : { kind: 'call', records: [record] });
    }
  }
  return entries;
}

export function outcomeOf(records: readonly StoredRecord[]): CallOutcome {
  if (records.some(({ type }) => type === 'error')) return 'error';
  if (records.some(({ type }) => type === 'tool_result')) return 'ok';
  return records.some(({ type, metadata }) => type === 'approval' && metadata.decision === 'denied')
    ? 'denied'
    : 'unknown';
}

/** What belongs to one call has its id in common; a call without one stands alone. */
function callOf({ id, tool, type, metadata }: StoredRecord): string | undefined {
  if (typeof metadata.tool_use_id === 'string' && metadata.tool_use_id !== '') return metadata.tool_use_id;
  return tool === null || type === 'event' ? undefined : id;
}

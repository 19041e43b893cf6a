/** Temporary stand-in. */
import type { AppendResult, Erasure, ExportRow, JournalBatch, SearchHit, SearchQuery } from '../journal/journal.ts';
import type { RecordId } from '../memory/ids.ts';
import type { StoredRecord } from '../memory/record.ts';

export async function openTestJournal(_folder: string) {
  const rows = new Map<string, StoredRecord>();
  return {
    async append(batch: JournalBatch): Promise<AppendResult> {
      const inserted: RecordId[] = [];
      const duplicates: RecordId[] = [];
      for (const r of batch.records ?? []) {
        if (rows.has(r.id)) duplicates.push(r.id);
        else {
          rows.set(r.id, { ...r, seq: rows.size + 1 });
          inserted.push(r.id);
        }
      }
      return { inserted, duplicates, erased: [] };
    },
    async search(q: SearchQuery): Promise<readonly SearchHit[]> {
      return [...rows.values()]
        .filter((r) => q.text.split(/\W+/).some((w) => w !== '' && r.content.includes(w)))
        .filter((r) => q.workspace === undefined || r.workspace === q.workspace)
        .filter((r) => q.sessionId === undefined || r.sessionId === q.sessionId)
        .filter((r) => q.types === undefined || q.types.includes(r.type))
        .filter((r) => r.ts >= (q.since ?? 0) && r.ts <= (q.until ?? Number.POSITIVE_INFINITY))
        .slice(0, q.limit)
        .map((record) => ({ record, score: 1, snippet: record.content.slice(0, 100) }));
    },
    async *exportRows(): AsyncIterable<ExportRow> {
      for (const row of rows.values()) yield { kind: 'record', row };
    },
    async erase(id: RecordId, _now: number): Promise<Erasure> {
      const row = rows.get(id);
      rows.delete(id);
      return { id, found: row !== undefined, workspace: row?.workspace ?? null, turnRevisions: 0, injections: 0 };
    },
    async close() {},
  };
}

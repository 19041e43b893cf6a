/** What was erased stays erased: the hash of its id is kept, nothing else of it, and checked before every insert. */
import { createHash } from 'node:crypto';
import type { RecordId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { Injection } from '../journal.ts';
import { insertRow } from './tables.ts';

export function isErased(statements: SqliteStatements, id: RecordId | Injection['items'][number]): boolean {
  return statements.get('SELECT 1 FROM tombstones WHERE id_hash = ?', hashOf(id)) !== undefined;
}

export function insertTombstone(
  statements: SqliteStatements,
  id: RecordId,
  recordSeq: number | null,
  erasedAt: number,
): void {
  insertRow(statements, 'tombstones', { id_hash: hashOf(id), record_seq: recordSeq, erased_at: erasedAt });
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

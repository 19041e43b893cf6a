/**
 * What was erased stays erased: the hash of its id is kept, nothing else of it, and checked before every insert. Of texts
 * the hash is one that whoever erases has made with a key; of sessions there is also the moment through which it was erased.
 */
import { createHash } from 'node:crypto';
import type { RecordId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { Injection, Tombstone } from '../journal.ts';
import { insertRow } from './tables.ts';

export function isErased(statements: SqliteStatements, id: RecordId | Injection['items'][number]): boolean {
  return statements.get('SELECT 1 FROM tombstones WHERE id_hash = ?', hashOf(id)) !== undefined;
}

export function isErasedText(statements: SqliteStatements, contentHash: string): boolean {
  return statements.get('SELECT 1 FROM content_tombstones WHERE content_hash = ?', contentHash) !== undefined;
}

/** Undefined for a session that was never erased. */
export function refusedThrough(statements: SqliteStatements, id: SessionId): number | undefined {
  const sql = 'SELECT max(refused_through) AS moment FROM session_tombstones WHERE id_hash = ?';
  return statements.get<{ readonly moment: number | null }>(sql, hashOf(id))?.moment ?? undefined;
}

export function insertTombstone(
  statements: SqliteStatements,
  id: Injection['items'][number] | SpaceId,
  recordSeq: number | null,
  erasedAt: number,
): void {
  insertRow(statements, 'tombstones', { id_hash: hashOf(id), record_seq: recordSeq, erased_at: erasedAt });
}

export function insertSessionTombstone(statements: SqliteStatements, id: SessionId, through: number): void {
  insertRow(statements, 'session_tombstones', { id_hash: hashOf(id), refused_through: through });
}

/** All of them, in the order they were made, one at a time. */
export function* iterateTombstones(statements: SqliteStatements): Generator<Tombstone> {
  yield* statements.iterate<Tombstone>(
    `SELECT 'record' AS "of", id_hash AS hash, erased_at AS erasedAt FROM tombstones ORDER BY seq`,
  );
  yield* statements.iterate<Tombstone>(
    `SELECT 'content' AS "of", content_hash AS hash, erased_at AS erasedAt FROM content_tombstones ORDER BY seq`,
  );
  yield* statements.iterate<Tombstone>(
    `SELECT 'session' AS "of", id_hash AS hash, refused_through AS erasedAt FROM session_tombstones ORDER BY seq`,
  );
}

/** What a tombstone keeps of an id. */
export function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/**
 * What was erased stays erased: the hash of its id is kept, nothing else of it, and checked before every insert. Of texts
 * the hash is one that whoever erases has made with a key; of sessions there is also the moment through which it was erased.
 */

import { createHash } from 'node:crypto';
import type { Tombstone } from '../../memory/forgetting.ts';
import type { LearningId, RecordId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { Injection } from '../../memory/injection.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { sessionNum } from './row-numbers.ts';
import { insertRow } from './tables.ts';

export function isErased(statements: SqliteStatements, id: RecordId | Injection['items'][number]): boolean {
  return statements.get('SELECT 1 FROM tombstones WHERE id_hash = ?', hashOf(id)) !== undefined;
}

/** Whether this id, or text with this keyed hash, was erased: for what comes back by import or repair. */
export function wasErased(
  statements: SqliteStatements,
  { id, contentHash }: { readonly id?: RecordId | LearningId; readonly contentHash?: string },
): boolean {
  if (id !== undefined && isErased(statements, id)) return true;
  const sql = 'SELECT 1 FROM content_tombstones WHERE content_hash = ?';
  return contentHash !== undefined && statements.get(sql, contentHash) !== undefined;
}

/** What comes after the last of a session is looked for among what others said within the hour. */
const AFTER_LAST_MS = 60 * 60_000;

/**
 * Whether a record was erased that stood between what a session has before this moment and what it has after. Of
 * tombstones the place in the journal is kept: one that lies between two records of a session may be of it.
 */
export function wasErasedAt(statements: SqliteStatements, session: SessionId, at: number): boolean {
  const own = sessionNum(statements, session);
  const place = (sql: string, ...values: readonly (string | number)[]) =>
    statements.get<{ readonly seq: number | null }>(sql, ...values)?.seq ?? undefined;
  const before = place('SELECT max(seq) AS seq FROM record_rows WHERE session = ? AND ts < ?', own, at) ?? 0;
  const after =
    place('SELECT min(seq) AS seq FROM record_rows WHERE session = ? AND seq > ? AND ts > ?', own, before, at) ??
    place('SELECT seq FROM record_rows WHERE seq > ? AND ts > ? ORDER BY seq LIMIT 1', before, at + AFTER_LAST_MS) ??
    Number.MAX_SAFE_INTEGER;
  const sql = 'SELECT 1 FROM tombstones WHERE record_seq > ? AND record_seq < ? LIMIT 1';
  return statements.get(sql, before, after) !== undefined;
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

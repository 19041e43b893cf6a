/**
 * Takes records out for good, with everything in the journal that held their words: every revision of their turns, every
 * injection made from them. What is left of a turn is assembled anew.
 * Limits: this deletes rows; the words are off the disk only after the WAL has been truncated. Acts stay: an answer of a
 * curator that read the record, and an edit that quotes it, keep what they say of it until they are erased too.
 */

import type { ActionId, InjectionId, LearningId, RecordId, TurnId } from '../../memory/ids.ts';
import type { Injection } from '../../memory/injection.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { assembleRevision, newestRevision } from './close-turn.ts';
import { insertRow, type RecordColumns, type Stored } from './tables.ts';
import { insertTombstone } from './tombstones.ts';

export interface ErasingRecords {
  readonly ids: readonly RecordId[];
  readonly contentHashes: readonly string[];
  /**
   * Learnings and actions that go with them, and turns of sessions that go: what was made of one, or belongs to one, and
   * comes late is not taken.
   */
  readonly otherIds?: readonly (LearningId | ActionId | TurnId)[];
  readonly now: number;
}

export interface ErasedRows {
  /** Those that were there. */
  readonly records: readonly RecordId[];
  /** Turns that lost a record, whether anything is left of them or not. */
  readonly turns: readonly TurnId[];
  readonly injections: readonly InjectionId[];
}

/**
 * Removes records, every turn revision and injection that held one, and assembles what is left of their turns anew.
 * Leaves tombstones of their ids and of `contentHashes` (keyed by the home, so that they tell nobody anything). One
 * transaction: callers keep batches small. Nothing is off the disk before `settleDisk`.
 */
export function eraseRecords(statements: SqliteStatements, erasing: ErasingRecords): ErasedRows {
  const { ids, contentHashes, otherIds = [], now } = erasing;
  const records: RecordId[] = [];
  const turns = new Set<TurnId>();
  const hashes = new Set(contentHashes);
  for (const id of ids) {
    const sql = `SELECT seq, turn_id, json_extract(metadata, '$.emptied') AS emptied FROM records WHERE key = ?`;
    const record = statements.get<Stored<RecordColumns> & { readonly emptied: unknown }>(sql, idKey(id));
    insertTombstone(statements, id, record?.seq ?? null, now);
    if (record === undefined) continue;
    statements.run('DELETE FROM record_rows WHERE seq = ?', record.seq);
    records.push(id);
    // Nobody can tell the hash of what it said from what is left of it.
    if (typeof record.emptied === 'string') hashes.add(record.emptied);
    if (record.turn_id !== null) turns.add(record.turn_id);
  }
  for (const hash of hashes) {
    insertRow(statements, 'content_tombstones', { content_hash: hash, erased_at: now });
  }
  for (const id of otherIds) insertTombstone(statements, id, null, now);
  for (const id of turns) eraseFromTurn(statements, id, now);
  const injections = injectionsHolding(statements, [...ids, ...otherIds, ...turns]);
  eraseInjections(statements, injections);
  return { records, turns: [...turns], injections };
}

export function eraseInjections(statements: SqliteStatements, ids: readonly InjectionId[]): void {
  for (const id of ids) {
    statements.run('DELETE FROM injection_details WHERE injection_id = ?', id);
    statements.run('DELETE FROM injections WHERE id = ?', id);
  }
}

/** Those made from one of these, in their order. Those made from one of these. */
export function injectionsHolding(statements: SqliteStatements, items: Injection['items']): readonly InjectionId[] {
  return statements
    .all<{ readonly id: InjectionId }>(
      `SELECT DISTINCT injection.id FROM json_each(?) AS wanted
       CROSS JOIN injection_items AS held ON held.item = wanted.value
       JOIN injections AS injection ON injection.seq = held.injection_seq ORDER BY injection.seq`,
      JSON.stringify(items),
    )
    .map(({ id }) => id);
}

function eraseFromTurn(statements: SqliteStatements, id: TurnId, now: number): void {
  const previous = newestRevision(statements, id);
  statements.run('DELETE FROM observation_rows WHERE id = ?', idKey(id));
  const next = assembleRevision(statements, { id, reason: 'erasure', closedAt: now }, previous);
  // A turn that was never closed stays open; one that was closed is closed again, without the record.
  if (previous !== undefined && next !== undefined) insertRow(statements, 'observations', next.row);
  if (previous !== undefined || next === undefined) statements.run('DELETE FROM open_turns WHERE turn = ?', idKey(id));
}

/**
 * Takes a record out for good, with everything in the journal that held its words: every revision of its turn, every
 * injection made from it. What is left of the turn is assembled anew.
 * Limits: this deletes rows; the words are off the disk only after the WAL has been truncated. Acts stay: an answer of a
 * curator that read the record, and an edit that quotes it, keep what they say of it.
 */
import type { RecordId, TurnId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { Erasure } from '../journal.ts';
import { assembleRevision, newestRevision } from './close-turn.ts';
import { insertRow, type RecordColumns, type Stored } from './tables.ts';
import { insertTombstone } from './tombstones.ts';

export function eraseRecord(statements: SqliteStatements, id: RecordId, now: number): Erasure {
  const record = statements.get<Stored<RecordColumns>>('SELECT * FROM records WHERE id = ?', id);
  insertTombstone(statements, id, record?.seq ?? null, now);
  if (record === undefined) {
    return { id, found: false, workspace: null, turnRevisions: 0, injections: eraseInjections(statements, id, id) };
  }
  statements.run('DELETE FROM records WHERE seq = ?', record.seq);
  return {
    id,
    found: true,
    workspace: record.workspace,
    turnRevisions: record.turn_id === null ? 0 : eraseFromTurn(statements, record.turn_id, now),
    injections: eraseInjections(statements, id, record.turn_id ?? id),
  };
}

/** A block made from the record, or from its turn. Ids are matched with their JSON quotes: no id lies inside another. */
function eraseInjections(statements: SqliteStatements, id: RecordId, turnOrRecord: TurnId | RecordId): number {
  const held = 'instr(items, ?) > 0 OR instr(items, ?) > 0';
  const ids = [JSON.stringify(id), JSON.stringify(turnOrRecord)];
  statements.run(
    `DELETE FROM injection_details WHERE injection_id IN (SELECT id FROM injections WHERE ${held})`,
    ...ids,
  );
  return statements.run(`DELETE FROM injections WHERE ${held}`, ...ids);
}

/** How many revisions held the record. */
function eraseFromTurn(statements: SqliteStatements, id: TurnId, now: number): number {
  const previous = newestRevision(statements, id);
  const revisions = statements.run('DELETE FROM observations WHERE id = ?', id);
  const next = assembleRevision(statements, { id, reason: 'erasure', closedAt: now }, previous);
  // A turn that was never closed stays open; one that was closed is closed again, without the record.
  if (previous !== undefined && next !== undefined) insertRow(statements, 'observations', next);
  if (previous !== undefined || next === undefined) statements.run('DELETE FROM open_turns WHERE turn_id = ?', id);
  return revisions;
}

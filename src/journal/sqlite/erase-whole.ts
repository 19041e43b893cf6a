/** Erases what records belong to: a session, a space. Their records are erased before, by `eraseRecords`. */
import type { InjectionId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { scanOf } from './act-rows.ts';
import type { ScanColumns } from './act-tables.ts';
import { eraseInjections } from './erase.ts';
import { emptyAct } from './erase-acts.ts';
import type { Stored } from './tables.ts';
import { eraseTellings } from './tellings.ts';
import { insertSessionTombstone, insertTombstone } from './tombstones.ts';

/** A session that went on since keeps its row; what it says up to `now` is refused all the same. */
export function eraseSession(statements: SqliteStatements, id: SessionId, now: number): void {
  insertSessionTombstone(statements, id, now);
  if (statements.get('SELECT 1 FROM records WHERE session_id = ? LIMIT 1', id) !== undefined) return;
  const sql = 'SELECT id FROM injections WHERE session_id = ?';
  const given = statements.all<{ readonly id: InjectionId }>(sql, id);
  eraseInjections(
    statements,
    given.map((injection) => injection.id),
  );
  statements.run('DELETE FROM observations WHERE session_id = ?', id);
  eraseTellings(statements, id);
  statements.run('DELETE FROM sessions WHERE id = ?', id);
}

export function eraseSpace(statements: SqliteStatements, id: SpaceId, now: number): void {
  for (const row of statements.all<Stored<ScanColumns>>('SELECT * FROM scans WHERE workspace = ?', id)) {
    emptyAct(statements, scanOf(row));
  }
  // Somebody went on working there: what was said since is of this space.
  if (statements.get('SELECT 1 FROM records WHERE workspace = ? LIMIT 1', id) !== undefined) return;
  statements.run('DELETE FROM space_roots WHERE space_id = ?', id);
  statements.run('DELETE FROM spaces WHERE id = ?', id);
  // For a copy of the journal that still knows it.
  insertTombstone(statements, id, null, now);
}

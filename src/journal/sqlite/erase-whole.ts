/** Erases what records belong to: a session, a space. Their records are erased before, by `eraseRecords`. */
import type { InjectionId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { scanOf } from './act-rows.ts';
import type { ScanColumns } from './act-tables.ts';
import { eraseInjections } from './erase.ts';
import { emptyAct } from './erase-acts.ts';
import { sessionNum, spaceNum } from './row-numbers.ts';
import type { Stored } from './tables.ts';
import { eraseTellings } from './tellings.ts';
import { insertSessionTombstone, insertTombstone } from './tombstones.ts';

/**
 * The session and what it was given, when it has no records left; events of it up to now are refused from here on. A
 * session that went on since keeps its row; what it says up to `now` is refused all the same.
 */
export function eraseSession(statements: SqliteStatements, id: SessionId, now: number): void {
  insertSessionTombstone(statements, id, now);
  const session = sessionNum(statements, id);
  if (statements.get('SELECT 1 FROM record_rows WHERE session = ? LIMIT 1', session) !== undefined) return;
  const sql = 'SELECT id FROM injections WHERE session_id = ?';
  const given = statements.all<{ readonly id: InjectionId }>(sql, id);
  eraseInjections(
    statements,
    given.map((injection) => injection.id),
  );
  statements.run('DELETE FROM observation_rows WHERE session = ?', session);
  eraseTellings(statements, id);
  statements.run('DELETE FROM sessions WHERE id = ?', id);
}

export function eraseSpace(statements: SqliteStatements, id: SpaceId, now: number): void {
  for (const row of statements.all<Stored<ScanColumns>>('SELECT * FROM scans WHERE workspace = ?', id)) {
    emptyAct(statements, scanOf(row));
  }
  // Somebody went on working there: what was said since is of this space.
  const space = spaceNum(statements, id);
  if (statements.get('SELECT 1 FROM record_rows WHERE space = ? LIMIT 1', space) !== undefined) return;
  statements.run('DELETE FROM space_roots WHERE space_id = ?', id);
  statements.run('DELETE FROM spaces WHERE id = ?', id);
  if (statements.get('SELECT 1 FROM observation_rows WHERE space = ? LIMIT 1', space) === undefined)
    statements.run('DELETE FROM space_names WHERE num = ?', space);
  // For a copy of the journal that still knows it.
  insertTombstone(statements, id, null, now);
}

/** How far the journal was followed, by whom; and when files were last seen as they should be. */
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';

type Mark = 'applied_through' | 'fed_through' | 'history_base' | 'files_seen';

export function readMark(statements: SqliteStatements, mark: Mark): number {
  return statements.get<{ readonly seq: number }>('SELECT seq FROM marks WHERE name = ?', mark)?.seq ?? 0;
}

/** Only forward. */
export function moveMark(statements: SqliteStatements, mark: Mark, seq: number): void {
  statements.run('UPDATE marks SET seq = max(seq, ?) WHERE name = ?', seq, mark);
}

/** A clock may have been set back. */
export function setMark(statements: SqliteStatements, mark: 'files_seen', at: number): void {
  statements.run('UPDATE marks SET seq = ? WHERE name = ?', at, mark);
}

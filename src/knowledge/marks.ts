/** How far the journal was followed, by whom; and when files were last seen as they should be. */
import type { SqliteStatements } from '../platform/sqlite-statements.ts';

type Mark = 'applied_through' | 'fed_through' | 'history_base' | 'files_seen';

export function readMark(statements: SqliteStatements, mark: Mark): number {
  return statements.get<{ readonly seq: number }>('SELECT seq FROM marks WHERE name = ?', mark)?.seq ?? 0;
}

/** Only forward. */
export function moveMark(statements: SqliteStatements, mark: Mark, seq: number): void {
  statements.run('UPDATE marks SET seq = max(seq, ?) WHERE name = ?', seq, mark);
}

/** The `seq` of the last act that was applied; 0 when there is none. */
export function readAppliedThrough(statements: SqliteStatements): number {
  return readMark(statements, 'applied_through');
}

/** When every file was last seen to hold what it should; 0 when that is not known, as after a rebuild. */
export function readFilesSeenAt(statements: SqliteStatements): number {
  return readMark(statements, 'files_seen');
}

/** Also back: a clock may have been set. */
export function setFilesSeen(statements: SqliteStatements, at: number): void {
  statements.run("UPDATE marks SET seq = ? WHERE name = 'files_seen'", at);
}

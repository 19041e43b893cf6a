/** How far the journal was followed, by whom. The marks only move forward. */
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';

type Mark = 'applied_through' | 'fed_through' | 'history_base';

export function readMark(statements: SqliteStatements, mark: Mark): number {
  return statements.get<{ readonly seq: number }>('SELECT seq FROM marks WHERE name = ?', mark)?.seq ?? 0;
}

export function moveMark(statements: SqliteStatements, mark: Mark, seq: number): void {
  statements.run('UPDATE marks SET seq = max(seq, ?) WHERE name = ?', seq, mark);
}

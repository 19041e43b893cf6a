/** Rows as journals up to schema 11 had them: every column under its own name, every id as text. */
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { rowChecksum } from './row-checksum.ts';
import { COLUMNS, type Stored, type TableName, type Tables } from './tables.ts';

export function insertOldRow<Name extends TableName>(
  statements: SqliteStatements,
  table: Name,
  row: Stored<Tables[Name]>,
): void {
  const columns: readonly (keyof Tables[Name] & string)[] = COLUMNS[table];
  const cells = [row.seq, ...columns.map((column) => row[column] as SqliteValue)];
  const names = ['seq', ...columns, 'checksum'];
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  statements.run(sql, ...cells, rowChecksum(table, cells));
}

/**
 * Values to cells and back. Half a surrogate pair cannot be stored as UTF-8 and is replaced on the way in, in JSON too,
 * so that a row and its history say the same. Text that should be JSON and is not means a damaged row, and is said so.
 */
import { CarryoverError } from '../memory/error.ts';
import type { SqliteStatements, SqliteValue } from '../platform/sqlite-statements.ts';

export type Cells = Readonly<Record<string, SqliteValue>>;

/** Inserts the row, or puts it in the place of the one with its key. */
export function replaceRow(statements: SqliteStatements, table: string, key: readonly string[], row: Cells): void {
  const changes = Object.keys(row)
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  insert(statements, table, row, `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`);
}

/** Makes the rows `before` into those `after`, told apart by their key. True when any differs. */
export function replaceRows(
  statements: SqliteStatements,
  table: string,
  key: readonly string[],
  { before, after }: { readonly before: readonly Cells[]; readonly after: readonly Cells[] },
): boolean {
  const valuesOf = (row: Cells) => key.map((column) => row[column] ?? null);
  const left = new Map(before.map((row) => [valuesOf(row).join(' '), row]));
  let isChanged = false;
  for (const row of after) {
    const name = valuesOf(row).join(' ');
    const known = left.get(name);
    left.delete(name);
    if (isSame(known, row)) continue;
    isChanged = true;
    replaceRow(statements, table, key, row);
  }
  const where = key.map((column) => `${column} = ?`).join(' AND ');
  for (const row of left.values()) statements.run(`DELETE FROM ${table} WHERE ${where}`, ...valuesOf(row));
  return isChanged || left.size > 0;
}

/** Whether a stored row says what this one says. */
export function isSame(stored: object | undefined, row: Cells): boolean {
  return stored !== undefined && Object.entries(row).every(([column, cell]) => Reflect.get(stored, column) === cell);
}

/** Throws when a row with its key is there. */
export function insertRow(statements: SqliteStatements, table: string, row: Cells): void {
  insert(statements, table, row, '');
}

function insert(statements: SqliteStatements, table: string, row: Cells, onConflict: string): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  const values = Object.values(row).map((cell) => (typeof cell === 'string' ? cell.toWellFormed() : cell));
  statements.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${onConflict}`, ...values);
}

export function toJson(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner));
}

export function fromJson<Value>(text: string, table: string, subject: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, so it is not passed on.
    throw new CarryoverError(`a row of ${table} is damaged`, { code: 'database-corrupt', subject });
  }
}

/** SQLite reads a negative limit as no limit. */
export function limitOf(limit: number): number {
  return Math.max(0, Math.trunc(limit));
}

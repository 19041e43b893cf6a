/**
 * The journal's tables as TypeScript sees them, and the ways a row gets in: with its `seq` and a checksum over all its
 * columns. SQLite's own integrity check does not notice a flipped bit inside stored text; the checksum does.
 *
 * Of records and turns there are so many that their rows are written shorter, into tables of other names: what is read from
 * `records` and `observations`, and what the checksum is over, is the same.
 */

import type { SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import { INJECTION, INJECTION_DETAIL } from '../../memory/injection.ts';
import { RECORD } from '../../memory/record.ts';
import { SESSION } from '../../memory/session.ts';
import { SPACE, SPACE_PLACE } from '../../memory/space.ts';
import type { TurnCloseReason } from '../../memory/turn.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { type RowOf, rows } from '../../store/table.ts';
import { ACT_COLUMNS, type ActTables } from './act-tables.ts';
import { FORGETTING_COLUMNS, type ForgettingTables } from './forgetting-tables.ts';
import { MODEL_CALL_COLUMNS, type ModelCallTables } from './model-call-tables.ts';
import { unknownSession } from './refusing-invalid.ts';
import { RETENTION_COLUMNS, type RetentionTables } from './retention-tables.ts';
import { rowChecksum } from './row-checksum.ts';
import { sessionNum, spaceNumOf } from './row-numbers.ts';

export type SessionColumns = RowOf<typeof SESSION>;

export type RecordColumns = RowOf<typeof RECORD>;

/** A turn whose text is what its records say holds null in the place of all four texts. */
export interface ObservationColumns {
  readonly id: TurnId;
  readonly rev: number;
  readonly session_id: SessionId;
  readonly workspace: SpaceId | null;
  readonly sequence_num: number;
  readonly timestamp: number;
  readonly closed_at: number;
  readonly close_reason: TurnCloseReason;
  readonly user_message: string | null;
  readonly tool_calls_json: string | null;
  readonly agent_response: string | null;
  readonly errors_json: string | null;
  readonly last_seq: number;
}

export type InjectionColumns = RowOf<typeof INJECTION>;

const DETAIL = { injectionId: INJECTION.id, ...INJECTION_DETAIL };
export type InjectionDetailColumns = RowOf<typeof DETAIL>;

export type SpaceColumns = RowOf<typeof SPACE>;

export type SpaceRootColumns = RowOf<typeof SPACE_PLACE>;

interface TombstoneColumns {
  readonly id_hash: string;
  readonly record_seq: number | null;
  readonly erased_at: number;
}

export interface Tables extends ActTables, ModelCallTables, ForgettingTables, RetentionTables {
  readonly sessions: SessionColumns;
  readonly records: RecordColumns;
  readonly observations: ObservationColumns;
  readonly injections: InjectionColumns;
  readonly injection_details: InjectionDetailColumns;
  readonly spaces: SpaceColumns;
  readonly space_roots: SpaceRootColumns;
  readonly tombstones: TombstoneColumns;
}

export type TableName = keyof Tables;

/** A row as it is read back. */
export type Stored<Columns> = Columns & { readonly seq: number };

/** The order of columns is part of the checksum: new columns go to the end. */
export const COLUMNS: { readonly [Name in TableName]: readonly (keyof Tables[Name] & string)[] } = {
  sessions: rows('sessions', SESSION).columns,
  records: rows('records', RECORD).columns,
  observations: [
    'id',
    'rev',
    'session_id',
    'workspace',
    'sequence_num',
    'timestamp',
    'closed_at',
    'close_reason',
    'user_message',
    'tool_calls_json',
    'agent_response',
    'errors_json',
    'last_seq',
  ],
  injections: rows('injections', INJECTION).columns,
  injection_details: rows('injection_details', DETAIL).columns,
  spaces: rows('spaces', SPACE).columns,
  space_roots: rows('space_roots', SPACE_PLACE).columns,
  tombstones: ['id_hash', 'record_seq', 'erased_at'],
  ...ACT_COLUMNS,
  ...MODEL_CALL_COLUMNS,
  ...FORGETTING_COLUMNS,
  ...RETENTION_COLUMNS,
};

export const TABLE_NAMES = Object.keys(COLUMNS) as readonly TableName[];

/** The new row's `seq`; undefined when a row with its unique key is there already. Call it inside a transaction. */
export function insertRow<Name extends TableName>(
  statements: SqliteStatements,
  table: Name,
  row: Tables[Name],
): number | undefined {
  const seq = nextSeq(statements, table);
  const cells = COLUMNS[table].map((column) => storable(row[column] as SqliteValue));
  const stored = storedCells(statements, table, cells);
  const changes = statements.run(INSERT[table], seq, ...stored, rowChecksum(table, [seq, ...cells]));
  if (changes > 0) return seq;
  // SQLite counts a row it did not take, and a number without a row looks like a row that was lost.
  statements.run('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', seq - 1, storedTable(table));
  return undefined;
}

/** Puts a row that is there back with other texts, under its `seq`: for erasing, emptying and redacting only. */
export function replaceRow<Name extends TableName>(
  statements: SqliteStatements,
  table: Name,
  row: Stored<Tables[Name]>,
): void {
  const cells = COLUMNS[table].map((column) => storable(row[column] as SqliteValue));
  const stored = storedCells(statements, table, cells);
  statements.run(REPLACE[table], row.seq, ...stored, rowChecksum(table, [row.seq, ...cells]));
}

/** The same for a record. To the trigger it looks like a new one, but a turn that was closed stays closed. */
export function replaceRecord(statements: SqliteStatements, row: Stored<RecordColumns>): void {
  const turn = row.turn_id === null ? null : idKey(row.turn_id);
  const open = statements.get('SELECT 1 FROM open_turns WHERE turn = ?', turn);
  replaceRow(statements, 'records', row);
  if (open === undefined) statements.run('DELETE FROM open_turns WHERE turn = ?', turn);
}

/** Whether the checksum of a row that was read fits it. */
export function isWhole<Name extends TableName>(table: Name, row: Stored<Tables[Name]>): boolean {
  const cells: Readonly<Record<string, unknown>> = { ...row };
  return rowChecksum(table, [row.seq, ...COLUMNS[table].map((column) => cells[column])]) === cells.checksum;
}

function nextSeq(statements: SqliteStatements, table: TableName): number {
  const last = statements.get<{ readonly seq: number }>(
    'SELECT seq FROM sqlite_sequence WHERE name = ?',
    storedTable(table),
  );
  return (last?.seq ?? 0) + 1;
}

/** Half a surrogate pair cannot be stored as UTF-8: replaced here, so that the checksum is over what is stored. */
function storable(cell: SqliteValue): SqliteValue {
  return typeof cell === 'string' ? cell.toWellFormed() : cell;
}

interface ShortColumn {
  readonly name: string;
  cellOf(cell: SqliteValue, statements: SqliteStatements): SqliteValue;
}

const keyOf = (cell: SqliteValue): SqliteValue => (typeof cell === 'string' ? idKey(cell) : cell);
const SHORT_ID: ShortColumn = { name: 'id', cellOf: keyOf };
const SHORT_TURN: ShortColumn = { name: 'turn', cellOf: keyOf };
const SHORT_SPACE: ShortColumn = { name: 'space', cellOf: (cell, statements) => spaceNumOf(statements, cell) };
const SHORT_SESSION: ShortColumn = { name: 'session', cellOf: (cell, statements) => sessionNumOf(statements, cell) };

const SHORT: { readonly [Name in TableName]?: Readonly<Record<string, ShortColumn>> } = {
  records: { id: SHORT_ID, session_id: SHORT_SESSION, workspace: SHORT_SPACE, turn_id: SHORT_TURN },
  observations: { id: SHORT_ID, session_id: SHORT_SESSION, workspace: SHORT_SPACE },
};

/** Where the rows of a table are. */
export function storedTable(table: TableName): string {
  if (table === 'records') return 'record_rows';
  return table === 'observations' ? 'observation_rows' : table;
}

function storedCells(
  statements: SqliteStatements,
  table: TableName,
  cells: readonly SqliteValue[],
): readonly SqliteValue[] {
  const short = SHORT[table];
  if (short === undefined) return cells;
  return cells.map((cell, index) => short[COLUMNS[table][index] ?? '']?.cellOf(cell, statements) ?? cell);
}

function sessionNumOf(statements: SqliteStatements, id: SqliteValue): number {
  const num = sessionNum(statements, id as SessionId);
  if (num >= 0) return num;
  throw unknownSession();
}

const INSERT = forEachTable((table) => `INSERT INTO ${valuesSql(table)} ON CONFLICT DO NOTHING`);
const REPLACE = forEachTable((table) => `REPLACE INTO ${valuesSql(table)}`);

function forEachTable(sqlOf: (table: TableName) => string): Record<TableName, string> {
  return Object.fromEntries(TABLE_NAMES.map((table) => [table, sqlOf(table)])) as Record<TableName, string>;
}

function valuesSql(table: TableName): string {
  const names = COLUMNS[table].map((column) => SHORT[table]?.[column]?.name ?? column);
  const columns = ['seq', ...names, 'checksum'];
  return `${storedTable(table)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/**
 * A table, from the declaration of the entity whose rows it holds: inserts, and rows to values and back. What a declaration
 * means for columns is worked out once, when the table is made; a row costs a walk over its fields.
 *
 * A column has the name of its field in snake_case. Flags are 0 and 1; lists and objects are JSON; of what is optional a
 * row holds what stands for its absence. Where a table differs from that, it says so in `columns`.
 */
import type { EntityOf, Fields, Kind, ValueOf } from '../memory/fields.ts';
import type { SqliteStatements, SqliteValue } from '../platform/sqlite-statements.ts';
import { damagedRow, toJson } from './json-cells.ts';
import { type SnakeCase, snakeCase } from './names.ts';

export type Cells = Readonly<Record<string, SqliteValue>>;

/** A field that has other columns than one of its name, or other cells in them. */
interface Columns<Value> {
  readonly columns: readonly string[];
  cells(value: Value): readonly SqliteValue[];
  value(...cells: readonly SqliteValue[]): Value;
}

/** A field whose JSON is written otherwise than it is. */
interface OtherJson<Value> {
  told(value: Value): unknown;
  untold(json: unknown): Value;
}

interface RowOptions<Value> {
  /** The name, the columns or the JSON of fields that do not have those of their declaration. */
  readonly columns?: { readonly [Name in keyof Value]?: string | Columns<Value[Name]> | OtherJson<Value[Name]> };
  /** What a damaged row is named by. */
  subject?(row: Cells): string;
}

interface TableOptions<Value> extends Pick<RowOptions<Value>, 'columns'> {
  /** The columns that tell a row from the others: who puts a row replaces the one that has the same there. */
  readonly key: readonly string[];
}

type CellOf<Value> = Value extends boolean ? number : Value extends string | number | null ? Value : string;

/** A row of an entity whose columns are as its declaration has them. */
export type RowOf<Of extends Fields> = {
  readonly [Name in keyof Of & string as SnakeCase<Name>]: CellOf<ValueOf<Of[Name]>>;
};

export interface Rows<Value, Row = Cells> {
  readonly columns: readonly (keyof Row & string)[];
  cells(value: Value): Row;
  value(row: Row): Value;
}

export interface Table<Value> extends Rows<Value> {
  /** Throws when a row with its key is there. */
  insert(statements: SqliteStatements, row: Cells): void;
  /** Inserts the row, or puts it in the place of the one with its key. */
  put(statements: SqliteStatements, row: Cells): void;
  /** Makes the rows `before` into those `after`, told apart by their key. True when any differs. */
  replace(statements: SqliteStatements, before: readonly Cells[], after: readonly Cells[]): boolean;
}

/** How the value of one field stands in a row; a cell is the value where nothing is said. */
interface Part {
  readonly field: string;
  readonly columns: readonly string[];
  encode?(value: unknown): SqliteValue;
  decode?(cell: SqliteValue, row: Cells): unknown;
  /** Of several columns. */
  cells?(value: unknown): readonly SqliteValue[];
  value?(...cells: readonly SqliteValue[]): unknown;
  readonly isOptional?: boolean;
}

type Codec = Pick<Part, 'encode' | 'decode' | 'isOptional'>;

/** The rows of an entity, for a table that has ways of its own to be written. */
export function rows<Of extends Fields, Value extends EntityOf<Of> = EntityOf<Of>, Row = RowOf<Of>>(
  name: string,
  fields: Of,
  { columns = {}, subject = ({ id }) => String(id) }: RowOptions<Value> = {},
): Rows<Value, Row> {
  const readJson = (text: string, row: Cells): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      // The parser's own message quotes the text, so it is not passed on.
      throw damagedRow(name, subject(row));
    }
  };
  const special: Readonly<Record<string, string | Columns<unknown> | OtherJson<unknown> | undefined>> = columns;
  const parts = Object.entries(fields).map(([field, { is }]): Part => {
    const own = special[field];
    if (typeof own === 'object' && 'columns' in own) return { field, ...own };
    if (typeof own !== 'object') return { field, columns: [own ?? snakeCase(field)], ...codecOf(is, readJson) };
    const encode = (value: unknown) => toJson(own.told(value));
    const decode = (cell: SqliteValue, row: Cells) => own.untold(readJson(String(cell), row));
    return { field, columns: [snakeCase(field)], encode, decode };
  });
  return {
    columns: parts.flatMap((part) => part.columns) as unknown as readonly (keyof Row & string)[],
    cells: compiled<(value: Value) => Row>(writerOf(parts), parts),
    value: compiled<(row: Row) => Value>(readerOf(parts), parts),
  };
}

export function table<Of extends Fields, Value extends EntityOf<Of> = EntityOf<Of>>(
  name: string,
  fields: Of,
  { key, columns = {} }: TableOptions<Value>,
): Table<Value> {
  const keyOf = (row: Cells) => key.map((column) => row[column] ?? null);
  const held = rows<Of, Value, Cells>(name, fields, { columns, subject: (row) => keyOf(row).join(' ') });
  const names = held.columns;
  const insert = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const changes = names.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  const put = `${insert} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
  const remove = `DELETE FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`;
  const store = (statements: SqliteStatements, sql: string, row: Cells) =>
    statements.run(sql, ...names.map((column) => storable(row[column] ?? null)));
  return {
    ...held,
    insert: (statements, row) => void store(statements, insert, row),
    put: (statements, row) => void store(statements, put, row),
    replace: (statements, before, after) => {
      const left = new Map(before.map((row) => [keyOf(row).join(' '), row]));
      let isChanged = false;
      for (const row of after) {
        const at = keyOf(row).join(' ');
        const known = left.get(at);
        left.delete(at);
        if (known !== undefined && isSame(known, row)) continue;
        isChanged = true;
        store(statements, put, row);
      }
      for (const row of left.values()) statements.run(remove, ...keyOf(row));
      return isChanged || left.size > 0;
    },
  };
}

/** Whether a stored row says what this one says. */
export function isSame(stored: Cells, row: Cells): boolean {
  return Object.entries(row).every(([column, cell]) => stored[column] === cell);
}

/** Half a surrogate pair cannot be stored as UTF-8. */
function storable(cell: SqliteValue): SqliteValue {
  return typeof cell === 'string' ? cell.toWellFormed() : cell;
}

/**
 * The walk over the fields as code, each by its name: as a loop over names it takes eight times as long, and pages have
 * hundreds of rows. All that is in it comes from declarations.
 */
function compiled<Convert>(code: string, parts: readonly Part[]): Convert {
  return new Function('parts', code)(parts);
}

/** One object literal as far as every field is there: engines make those fastest. */
function readerOf(parts: readonly Part[]): string {
  const reads = parts.map(({ field, columns, decode, value, isOptional = false }, at) => {
    const cells = columns.map((column) => `row.${column}`);
    if (value) return { field, isOptional, told: `parts[${at}].value(${cells.join(', ')})` };
    return { field, isOptional, told: decode ? `parts[${at}].decode(${cells[0]}, row)` : cells[0] };
  });
  const first = reads.findIndex(({ isOptional }) => isOptional);
  const always = reads.slice(0, first < 0 ? undefined : first).map(({ field, told }) => `${field}: ${told}`);
  const rest = reads.slice(first < 0 ? reads.length : first).map(({ field, isOptional, told }) =>
    // What is absent is no field: not one that is undefined.
    isOptional ? `told = ${told}; if (told !== undefined) value.${field} = told;` : `value.${field} = ${told};`,
  );
  return `return (row) => { const value = { ${always.join(', ')} }; let told; ${rest.join('\n')} return value; }`;
}

function writerOf(parts: readonly Part[]): string {
  const writes = parts.flatMap(({ field, columns, encode, cells }, at) => {
    if (cells === undefined)
      return `${columns[0]}: ${encode ? `parts[${at}].encode(value.${field})` : `value.${field}`}`;
    return columns.map((column, index) => `${column}: parts[${at}].cells(value.${field})[${index}]`);
  });
  return `return (value) => ({ ${writes.join(', ')} })`;
}

function codecOf(is: Kind, readJson: (text: string, row: Cells) => unknown): Codec {
  switch (is.kind) {
    case 'flag':
      return { encode: Number, decode: (cell) => cell === 1 };
    case 'list':
    case 'map':
    case 'object':
    case 'part':
    case 'variants':
    case 'json':
      return { encode: toJson, decode: (cell, row) => readJson(String(cell), row) };
    case 'nullable': {
      const { encode, decode } = codecOf(is.of.is, readJson);
      return {
        ...(encode && { encode: (value) => (value === null ? null : encode(value)) }),
        ...(decode && { decode: (cell, row) => (cell === null ? null : decode(cell, row)) }),
      };
    }
    case 'optional': {
      const { encode = plain, decode = plain } = codecOf(is.of.is, readJson);
      const absent = is.absent === null ? null : encode(is.absent);
      return {
        encode: (value) => (value === undefined ? absent : encode(value)),
        decode: (cell, row) => (cell === absent ? undefined : decode(cell, row)),
        isOptional: true,
      };
    }
    default:
      return {};
  }
}

function plain(value: unknown): SqliteValue {
  return value as SqliteValue;
}

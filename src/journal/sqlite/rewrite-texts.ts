/**
 * Every text the journal holds, past a function, page by page: for words an older rule of redaction let through. Rows whose
 * text comes back changed are put back under their number; what only names or pairs rows is left alone, and so are the
 * places of spaces, which must be found again.
 */
import { isUuid } from '../../memory/ids.ts';
import type { Json } from '../../memory/record.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { fromJson, toJson } from '../../store/json-cells.ts';
import { ID_FIELDS } from '../id-fields.ts';
import { limitOf } from './reads.ts';
import { type RecordColumns, replaceRecord, replaceRow, type Stored, type TableName } from './tables.ts';

export interface RewritePage {
  /** Where the last page ended; absent at the beginning. */
  readonly from?: string;
  readonly limit: number;
  /** Only counts what would change. */
  readonly dryRun: boolean;
  /** `field` is the name it stands under, where it has one. */
  change(text: string, field?: string): string;
}

export interface RewrittenPage {
  /** Undefined at the end. */
  readonly next: string | undefined;
  readonly rows: number;
  /** Rows that changed, by table. */
  readonly changed: Readonly<Record<string, number>>;
  /** The same rows, each as its table and its id, or its number where it has none. */
  readonly places: readonly string[];
}

interface TextColumns {
  readonly text?: readonly string[];
  readonly json?: readonly string[];
}

const TEXTS = {
  sessions: { text: ['cwd'], json: ['metadata'] },
  records: { text: ['tool', 'path', 'content'], json: ['tags', 'metadata'] },
  observations: { text: ['user_message', 'agent_response'], json: ['tool_calls_json', 'errors_json'] },
  injections: { text: ['text'] },
  curations: { json: ['answers'] },
  edits: { text: ['content', 'before'], json: ['files', 'action', 'review', 'replaced'] },
  scans: { json: ['paths'] },
  checkpoint_rows: { json: ['data'] },
  model_call_ends: { text: ['problem'] },
} as const satisfies { readonly [Name in TableName]?: TextColumns };
const TABLES = Object.keys(TEXTS) as readonly (keyof typeof TEXTS)[];

/** Ids of others' making, and what a transcript is found by: changed, they would lead nowhere. */
const NAMES: ReadonlySet<string> = new Set(['tool_use_id', 'agent_id', 'sessionId', 'transcript_path', 'emptied']);
const WITH_IDS: ReadonlySet<string> = new Set(['edits', 'checkpoint_rows'] satisfies TableName[]);
/** A page ends when it has this much: one row may be megabytes. */
const PAGE_CHARS = 256 * 1024;

type Row = Readonly<Record<string, SqliteValue>> & { readonly seq: number };

/** Rows of one table at a time. To be run inside a transaction, unless it is a dry run. */
export function rewriteTexts(statements: SqliteStatements, page: RewritePage): RewrittenPage {
  const [from, after = '0'] = page.from?.split(':') ?? [];
  const tables = TABLES.slice(Math.max(0, (TABLES as readonly (string | undefined)[]).indexOf(from)));
  for (const table of tables) {
    const rows = readRows(statements, table, table === from ? Number(after) : 0, limitOf(page.limit));
    const last = rows.at(-1);
    if (last === undefined) continue;
    const changed = rows.filter((row) => rewriteRow(statements, table, row, page));
    return {
      next: `${table}:${last.seq}`,
      rows: rows.length,
      changed: changed.length === 0 ? {} : { [table]: changed.length },
      places: changed.map(({ id, seq }) => `${table} ${id ?? seq}`),
    };
  }
  return { next: undefined, rows: 0, changed: {}, places: [] };
}

function readRows(statements: SqliteStatements, table: TableName, after: number, limit: number): readonly Row[] {
  const rows: Row[] = [];
  let chars = 0;
  for (const row of statements.iterate<Row>(
    `SELECT * FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ?`,
    after,
    limit,
  )) {
    rows.push(row);
    for (const cell of Object.values(row)) chars += typeof cell === 'string' ? cell.length : 0;
    if (chars > PAGE_CHARS) break;
  }
  return rows;
}

function rewriteRow(
  statements: SqliteStatements,
  table: keyof typeof TEXTS,
  row: Row,
  { change, dryRun }: RewritePage,
): boolean {
  const { text = [], json = [] }: TextColumns = TEXTS[table];
  const rewritten: Record<string, SqliteValue> = {};
  const rewrite = (columns: readonly string[], rewriteCell: (cell: string) => string) => {
    for (const column of columns) {
      const cell = row[column];
      if (typeof cell !== 'string') continue;
      const next = rewriteCell(cell);
      if (next !== cell) rewritten[column] = next;
    }
  };
  rewrite(text, (cell) => change(cell));
  const names = WITH_IDS.has(table) ? ID_FIELDS : NAMES;
  rewrite(json, (cell) => rewriteJson(cell, names, change, `${table}:${row.seq}`));
  if (Object.keys(rewritten).length === 0) return false;
  if (!dryRun) put(statements, table, { ...row, ...rewritten });
  return true;
}

/** The very same cell when no text in it changes, however it is written. */
function rewriteJson(cell: string, names: ReadonlySet<string>, change: RewritePage['change'], place: string): string {
  let same = true;
  const rewrite = (text: string, name?: string): string => {
    const next = isUuid(text) ? text : change(text, name);
    same &&= next === text;
    return next;
  };
  const walk = (value: Json, name?: string): Json => {
    if (name !== undefined && names.has(name)) return value;
    if (typeof value === 'string') return rewrite(value, name);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry: Json) => walk(entry, name));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [rewrite(key), walk(entry, key)]));
  };
  const next = walk(fromJson<Json>(cell, 'json', place));
  return same ? cell : toJson(next);
}

function put(statements: SqliteStatements, table: keyof typeof TEXTS, row: Row): void {
  // The row came out of this table: only its texts are others.
  if (table === 'records') replaceRecord(statements, row as unknown as Stored<RecordColumns>);
  else replaceRow(statements, table, row as never);
}

/**
 * The text of versions of memory files. Most change a line or two, so one is stored as what differs from an earlier version
 * that is stored whole. By whole lines and as they are: whoever searches rows for words finds them in the row that has their
 * line. How a version is stored is told by the versions before it alone, so that a rebuild stores the same.
 */
import { CarryoverError } from '../memory/error.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { insertRow } from './cells.ts';
import { type FileColumns, fileColumns, fileOf } from './rows.ts';

/** With what differs from the version `base` in place of its text, unless that is null. */
export type VersionRow = Pick<FileColumns, keyof FileColumns> & { readonly base: number | null };

type WholeVersion = Pick<FileColumns, 'version' | 'content'>;

/** Lines of the other text, from where and how many; any other line follows its mark. */
const COPY = '=';
const NEW = '+';
/** Of the text: a version that differs by more is stored whole, and those after it differ from it. */
const MOST_SHARE = 1 / 5;

export function insertVersion(statements: SqliteStatements, file: FileVersion): void {
  insertRow(statements, 'file_versions', versionRow(file, lastWhole(statements, file)));
}

/** All versions of some files, as they would stand there had they been inserted one by one. */
export function versionRows(files: readonly FileVersion[]): readonly VersionRow[] {
  const wholes = new Map<string, WholeVersion>();
  return files
    .toSorted((a, b) => a.version - b.version)
    .map((file) => {
      const key = `${file.workspace ?? ''} ${file.name}`;
      const row = versionRow(file, wholes.get(key));
      if (row.base === null) wholes.set(key, row);
      return row;
    });
}

export function wholeVersions(statements: SqliteStatements, rows: readonly VersionRow[]): readonly FileVersion[] {
  const wholes = new Map<string, string>();
  return rows.map((row) => {
    if (row.base === null) return fileOf(row);
    const key = `${row.workspace} ${row.name} ${row.base}`;
    const whole = wholes.get(key) ?? readWhole(statements, row, row.base);
    wholes.set(key, whole);
    return fileOf({ ...row, content: textFrom(whole, row.content) });
  });
}

function versionRow(file: FileVersion, whole: WholeVersion | undefined): VersionRow {
  const row = fileColumns(file);
  if (whole === undefined || whole.version >= row.version) return { ...row, base: null };
  const content = differenceOf(whole.content, row.content);
  return content.length > row.content.length * MOST_SHARE
    ? { ...row, base: null }
    : { ...row, content, base: whole.version };
}

function lastWhole(statements: SqliteStatements, file: FileVersion): WholeVersion | undefined {
  const { workspace, name } = fileColumns(file);
  const sql = `SELECT version, content FROM file_versions WHERE workspace = ? AND name = ? AND base IS NULL
    ORDER BY version DESC LIMIT 1`;
  return statements.get<WholeVersion>(sql, workspace, name);
}

function readWhole(statements: SqliteStatements, { workspace, name }: VersionRow, version: number): string {
  const sql = 'SELECT content FROM file_versions WHERE workspace = ? AND name = ? AND version = ? AND base IS NULL';
  const whole = statements.get<{ readonly content: string }>(sql, workspace, name, version);
  if (whole === undefined) throw damaged(name);
  return whole.content;
}

export function differenceOf(whole: string, text: string): string {
  const known = whole.split('\n');
  const places = new Map(known.map((line, at) => [line, at] as const).toReversed());
  const parts: string[] = [];
  // Those of the known lines that come next in the text; what follows them is looked at first.
  let [from, to] = [0, 0];
  const endCopy = () => {
    if (to > from) parts.push(`${COPY}${from} ${to - from}`);
    from = to;
  };
  for (const line of text.split('\n')) {
    if (known[to] === line) {
      to += 1;
      continue;
    }
    endCopy();
    const place = places.get(line);
    if (place === undefined) parts.push(NEW + line);
    else [from, to] = [place, place + 1];
  }
  endCopy();
  return parts.join('\n');
}

export function textFrom(whole: string, difference: string): string {
  const known = whole.split('\n');
  return difference
    .split('\n')
    .flatMap((part) => {
      if (part.startsWith(NEW)) return part.slice(NEW.length);
      const [from = Number.NaN, count = Number.NaN] = part.slice(COPY.length).split(' ').map(Number);
      const lines = known.slice(from, from + count);
      if (!part.startsWith(COPY) || lines.length !== count) throw damaged('');
      return lines;
    })
    .join('\n');
}

function damaged(subject: string): CarryoverError {
  return new CarryoverError('a row of file_versions is damaged', { code: 'database-corrupt', subject });
}

/**
 * The text of versions of memory files. Most change a line or two, so one is stored as what differs from an earlier version
 * that is stored whole. By whole lines and as they are: whoever searches rows for words finds them in the row that has their
 * line. How a version is stored is told by the versions before it alone, so that a rebuild stores the same.
 */

import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { SqliteStatements } from '../platform/sqlite-statements.ts';
import { damagedRow } from '../store/json-cells.ts';
import type { Cells } from '../store/table.ts';
import { FILE_VERSIONS, fileKey } from './tables.ts';

type StoredVersion = FileVersion & { readonly base: number | null };
type WholeVersion = Pick<FileVersion, 'version' | 'content'>;

/** Lines of the other text, from where and how many; any other line follows its mark. */
const COPY = '=';
const NEW = '+';
/** Of the text: a version that differs by more is stored whole, and those after it differ from it. */
const MOST_SHARE = 1 / 5;

export function insertVersion(statements: SqliteStatements, file: FileVersion): void {
  FILE_VERSIONS.insert(statements, FILE_VERSIONS.cells(storedVersion(file, lastWhole(statements, file))));
}

/** All versions of some files, as they would stand there had they been inserted one by one. */
export function storedVersions(files: readonly FileVersion[]): readonly StoredVersion[] {
  const wholes = new Map<string, WholeVersion>();
  return files
    .toSorted((a, b) => a.version - b.version)
    .map((file) => {
      const key = `${file.workspace ?? ''} ${file.name}`;
      const stored = storedVersion(file, wholes.get(key));
      if (stored.base === null) wholes.set(key, stored);
      return stored;
    });
}

export function wholeVersions(statements: SqliteStatements, rows: readonly Cells[]): readonly FileVersion[] {
  const wholes = new Map<string, string>();
  return rows.map((row) => {
    const { base, ...file } = FILE_VERSIONS.value(row);
    if (base === null) return file;
    const key = `${file.workspace} ${file.name} ${base}`;
    const whole = wholes.get(key) ?? readWhole(statements, file, base);
    wholes.set(key, whole);
    return { ...file, content: textFrom(whole, file.content) };
  });
}

function storedVersion(file: FileVersion, whole: WholeVersion | undefined): StoredVersion {
  if (whole === undefined || whole.version >= file.version) return { ...file, base: null };
  const content = differenceOf(whole.content, file.content);
  return content.length > file.content.length * MOST_SHARE
    ? { ...file, base: null }
    : { ...file, content, base: whole.version };
}

function lastWhole(statements: SqliteStatements, file: FileVersion): WholeVersion | undefined {
  const sql = `SELECT version, content FROM file_versions WHERE workspace = ? AND name = ? AND base IS NULL
    ORDER BY version DESC LIMIT 1`;
  return statements.get<WholeVersion>(sql, ...fileKey(file));
}

function readWhole(statements: SqliteStatements, ref: MemoryFileRef, version: number): string {
  const sql = 'SELECT content FROM file_versions WHERE workspace = ? AND name = ? AND version = ? AND base IS NULL';
  const whole = statements.get<{ readonly content: string }>(sql, ...fileKey(ref), version);
  if (whole === undefined) throw damagedRow('file_versions', ref.name);
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
      if (!part.startsWith(COPY) || lines.length !== count) throw damagedRow('file_versions', '');
      return lines;
    })
    .join('\n');
}

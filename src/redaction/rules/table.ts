/**
 * Secrets in columns: CSV, TSV, markdown tables, SQL inserts and output aligned with blanks. A heading names the column,
 * the rows below hold the values. The first row or heading that does not fit ends the table.
 */
import type { Report } from '../finding.ts';
import { readSecretName, type SecretName } from '../name/secret-name.ts';
import { isCode } from '../value/code-value.ts';
import { isAssignedSecret } from './assigned-value.ts';

interface Cell {
  readonly start: number;
  readonly end: number;
}

const MAY_HOLD_HEADING =
  /(?:pass|pwd|secret|token|key|cred|kennwort|contrase|clave|senha|wachtwoord)\w{0,30}["'`*_ \t]{0,20}(?:[,;|\t]|[ \t]{2}|\)|\r?\n|$)/i;
const RULER = /^[\s|:+=\-─│┼├┤╪═┌┐└┘┬┴]+$/;
const LONGEST_LINE = 4000;
const MOST_CELLS = 60;
const INSERT = /\binsert\s{1,4}into\s{1,4}[\w."`[\]]{1,100}\s{0,4}\(([^()]{3,1000})\)\s{0,20}values\s{0,20}/gi;
const MOST_TUPLE_CHARS = 2000;

export function findInTables(text: string, report: Report): void {
  if (!MAY_HOLD_HEADING.test(text)) return;
  if (/insert\s/i.test(text)) findInserts(text, report);
  let lineStart = 0;
  let columns:
    | { readonly separator: string; readonly secret: ReadonlyMap<number, SecretName>; readonly count: number }
    | undefined;
  while (lineStart < text.length) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    if (lineEnd - lineStart <= LONGEST_LINE) {
      const line = text.slice(lineStart, lineEnd);
      const row = columns && cellsOf(line, lineStart, columns.separator);
      if (columns && row && row.length >= Math.min(2, columns.count) && Math.abs(row.length - columns.count) <= 1) {
        reportRow(text, row, columns.secret, report);
      } else if (!columns || !RULER.test(line))
        columns = MAY_HOLD_HEADING.test(line) ? headingOf(line, lineStart) : undefined;
    } else columns = undefined;
    lineStart = lineEnd + 1;
  }
}

function headingOf(
  line: string,
  offset: number,
): { separator: string; secret: ReadonlyMap<number, SecretName>; count: number } | undefined {
  for (const separator of ['|', '\t', ',', ';', '  ']) {
    if (!line.includes(separator)) continue;
    const cells = cellsOf(line, offset, separator);
    if (cells.length < 2 || cells.length > MOST_CELLS) continue;
    const names = cells.map((cell) => line.slice(cell.start - offset, cell.end - offset));
    // A heading is made of names: no cell of it is an assignment or a sentence.
    if (!names.every((name) => /^[\p{L}\p{N} _./()*`#-]{0,40}$/u.test(name))) continue;
    const secret = new Map<number, SecretName>();
    for (const [index, name] of names.entries()) {
      const read = readSecretName(name);
      if (read && !read.doubtful) secret.set(index, read);
    }
    return secret.size > 0 ? { separator, secret, count: cells.length } : undefined;
  }
  return undefined;
}

/** What stands before the first cell: an outer border, or the indentation of aligned columns. */
function leadIn(line: string, separator: string): number {
  if (separator === '|' && /^\s*[|│]/.test(line)) return line.search(/[|│]/) + 1;
  return separator === '  ' ? Math.max(0, line.search(/\S/)) : 0;
}

/** Cells without their quotes, backticks and blanks. */
function cellsOf(line: string, offset: number, separator: string): Cell[] {
  const cells: Cell[] = [];
  const from = leadIn(line, separator);
  const splitter = separator === '  ' ? /[ \t]{2,}/g : separator === '|' ? /[|│]/g : new RegExp(`\\${separator}`, 'g');
  let start = from;
  const push = (end: number): void => {
    const raw = line.slice(start, end);
    const lead = /^[\s"'`*]*/.exec(raw)?.[0].length ?? 0;
    const trail = /[\s"'`*]*$/.exec(raw.slice(lead))?.[0].length ?? 0;
    cells.push({ start: offset + start + lead, end: offset + end - trail });
  };
  splitter.lastIndex = from;
  for (let match = splitter.exec(line); match && cells.length <= MOST_CELLS; match = splitter.exec(line)) {
    push(match.index);
    start = match.index + match[0].length;
  }
  if (start < line.length && line.slice(start).trim() !== '') push(line.length);
  return cells;
}

function reportRow(text: string, row: readonly Cell[], secret: ReadonlyMap<number, SecretName>, report: Report): void {
  for (const [index, name] of secret) {
    const cell = row[index];
    if (!cell) continue;
    const value = text.slice(cell.start, cell.end);
    if (!isCode(value) && isAssignedSecret(name, 'cell', value, false)) {
      report(name.nameClass === 'password' ? 'password' : 'token', cell.start, cell.end);
    }
  }
}

function findInserts(text: string, report: Report): void {
  INSERT.lastIndex = 0;
  for (let match = INSERT.exec(text); match; match = INSERT.exec(text)) {
    const names = (match[1] ?? '').split(',').map((name) => readSecretName(name));
    const secret = new Map(names.flatMap((name, index) => (name ? [[index, name] as const] : [])));
    let at = INSERT.lastIndex;
    for (let end = tupleEnd(text, at); end !== undefined && secret.size > 0; end = tupleEnd(text, at)) {
      const open = text.indexOf('(', at) + 1;
      reportRow(text, cellsOf(text.slice(open, end), open, ','), secret, report);
      at = end + 1;
    }
    INSERT.lastIndex = at;
  }
}

/** The closing bracket of the tuple that begins behind blanks and a comma; undefined when there is none near. */
function tupleEnd(text: string, from: number): number | undefined {
  let at = from;
  while (at < text.length && at < from + 60 && ' \t\r\n,'.includes(text.charAt(at))) at++;
  if (text.charAt(at) !== '(') return undefined;
  let quote = '';
  for (let i = at + 1; i < text.length && i < at + MOST_TUPLE_CHARS; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === '\\') i++;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if (char === ')') return i;
    else if (char === '(') return undefined;
  }
  return undefined;
}

/**
 * Secrets in columns: CSV, TSV, markdown tables, SQL inserts and output aligned with blanks. A heading names the column,
 * the rows below hold the values. The first row or heading that does not fit ends the table.
 */
import type { Report } from '../finding.ts';
import { readSecretName, type SecretName } from '../name/secret-name.ts';
import { isCode } from '../value/code-value.ts';
import { isAssignedSecret } from './believable-value.ts';

interface Cell {
  readonly start: number;
  readonly end: number;
}

const MAY_BE_HEADING =
  /(?:pass|pwd|secret|token|key|cred|kennwort|contrase|clave|senha|wachtwoord|parola|\bpin\b|mdp|密码|密碼|口令|密钥|令牌|パスワード|暗証番号)[\w\u00c0-\u024f]{0,30}["'`*_ \t]{0,20}(?:[,;|\t]|[ \t]{2}|\r?\n)/gi;
const RULER = /^[\s|:+=\-─│┼├┤╪═┌┐└┘┬┴]+$/;
const AROUND_CELL = ' \t\r\n\u00a0"\'`*';
const LONGEST_LINE = 4000;
const MOST_CELLS = 60;
/** Tried in this order: a line of a markdown table may hold commas, not the other way round. */
const SPLITTERS: ReadonlyMap<string, RegExp> = new Map([
  ['|', /[|│]/g],
  ['\t', /\t/g],
  [',', /,/g],
  [';', /;/g],
  ['  ', /[ \t]{2,}/g],
]);
const INSERT = /\binsert\s{1,4}into\s{1,4}[\w."`[\]]{1,100}\s{0,4}\(([^()]{3,1000})\)\s{0,20}values\s{0,20}/gi;
const MOST_TUPLE_CHARS = 2000;

interface Columns {
  readonly separator: string;
  readonly secret: ReadonlyMap<number, SecretName>;
  readonly count: number;
  /** A ruler below it, or nothing above it: surely a heading, and no row that holds the name of a secret. */
  readonly certain: boolean;
}

export function findInTables(text: string, report: Report): void {
  if (text.includes('nsert') || text.includes('NSERT')) findInserts(text, report);
  MAY_BE_HEADING.lastIndex = 0;
  for (let match = MAY_BE_HEADING.exec(text); match; match = MAY_BE_HEADING.exec(text)) {
    const start = lineStart(text, match.index);
    const end = lineEnd(text, match.index);
    const columns = end - start <= LONGEST_LINE ? headingOf(text, start, end) : undefined;
    MAY_BE_HEADING.lastIndex = columns
      ? reportRows(text, end + 1, columns, report)
      : Math.max(end, MAY_BE_HEADING.lastIndex);
  }
}

/** Bounded, so that many keywords on one endless line stay cheap. */
function lineStart(text: string, at: number): number {
  const lowest = Math.max(0, at - LONGEST_LINE);
  return lowest + text.slice(lowest, at).lastIndexOf('\n') + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at, at + LONGEST_LINE + 1).indexOf('\n');
  return end < 0 ? Math.min(text.length, at + LONGEST_LINE + 1) : at + end;
}

/** Returns the end of the table: the first line that is no row of it. */
function reportRows(text: string, from: number, columns: Columns, report: Report): number {
  let start = from;
  while (start < text.length) {
    const end = lineEnd(text, start);
    const line = text.slice(start, end);
    const row = cellsOf(line, start, columns.separator);
    if (row.length >= 2 && Math.abs(row.length - columns.count) <= 1) reportRow(text, row, columns, report);
    else if (!RULER.test(line)) break;
    start = end + 1;
  }
  return start;
}

function headingOf(text: string, offset: number, end: number): Columns | undefined {
  const line = text.slice(offset, end);
  for (const separator of SPLITTERS.keys()) {
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
    return secret.size > 0
      ? { separator, secret, count: cells.length, certain: isCertain(text, separator, offset, end) }
      : undefined;
  }
  return undefined;
}

function isCertain(text: string, separator: string, start: number, end: number): boolean {
  const next = text.slice(end + 1, lineEnd(text, end + 1));
  if (RULER.test(next) && next.includes('-')) return true;
  if (separator === '|' || separator === '  ') return false;
  return /(?:^|\n[ \t]*|```\w*)\n?$/.test(text.slice(Math.max(0, start - 20), start)) || start === 0;
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
  const splitter = SPLITTERS.get(separator) ?? /,/g;
  let start = from;
  const push = (end: number): void => {
    let first = start;
    let last = end;
    while (first < last && AROUND_CELL.includes(line.charAt(first))) first++;
    while (last > first && AROUND_CELL.includes(line.charAt(last - 1))) last--;
    cells.push({ start: offset + first, end: offset + last });
  };
  splitter.lastIndex = from;
  for (let match = splitter.exec(line); match && cells.length <= MOST_CELLS; match = splitter.exec(line)) {
    if (isInQuotes(line, start, match.index)) continue;
    push(match.index);
    start = match.index + match[0].length;
  }
  if (start < line.length && line.slice(start).trim() !== '') push(line.length);
  return cells;
}

/** A cell of CSV may hold its separator between quotes. */
function isInQuotes(line: string, cellStart: number, at: number): boolean {
  if (line.charCodeAt(cellStart) !== 34) return false;
  const end = line.indexOf('"', cellStart + 1);
  return end > at;
}

function reportRow(
  text: string,
  row: readonly Cell[],
  columns: Pick<Columns, 'secret' | 'certain'>,
  report: Report,
): void {
  for (const [index, name] of columns.secret) {
    const cell = row[index];
    if (!cell) continue;
    const value = text.slice(cell.start, cell.end);
    if (!isCode(value) && isAssignedSecret(name, columns.certain ? 'column' : 'cell', value, false)) {
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
      reportRow(text, cellsOf(text.slice(open, end), open, ','), { secret, certain: true }, report);
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

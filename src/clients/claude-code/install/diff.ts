/**
 * A unified diff to show a person what will be written. Tokens are not shown, nor values that both texts hold: those
 * belong to somebody else and may be secret. Made for small edits of large files: what the two texts share at both ends
 * costs nothing, and a stretch too large to compare is shown as replaced. Limit: with values masked, it is for reading.
 */
import { maskedLine, valuesOf } from './masked-line.ts';

const CONTEXT_LINES = 3;
/** About 10 ms of comparing. */
const COMPARABLE_CELLS = 1_000_000;
const NO_NEWLINE = '\n\\ No newline at end of file';
const BEARER = /(Bearer )[^\s"'\\]+/g;

type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

/** Empty when the texts are equal. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  const lines = masked(compare(oldLines, newLines), countsOf(oldLines), countsOf(newLines));
  const from = before === null ? '/dev/null' : path;
  const to = after === null ? '/dev/null' : path;
  return [`--- ${from}`, `+++ ${to}`, ...hunks(lines)].join('\n').replaceAll(BEARER, '$1****').concat('\n');
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)}${NO_NEWLINE}`];
}

type Counts = ReadonlyMap<string, number>;

function countsOf(lines: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const value of lines.flatMap((line) => valuesOf(withoutMark(line))))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What an edit brings or takes stands more often on its side; what stands there as often was only moved or touched. */
function masked(lines: readonly Line[], old: Counts, current: Counts): readonly Line[] {
  const difference = (value: string): number => (current.get(value) ?? 0) - (old.get(value) ?? 0);
  const isKnown: Readonly<Record<Line['sign'], (value: string) => boolean>> = {
    ' ': () => false,
    '-': (value) => difference(value) < 0,
    '+': (value) => difference(value) > 0,
  };
  return lines.map(({ sign, text }) => {
    const content = withoutMark(text);
    return { sign, text: maskedLine(content, isKnown[sign]) + text.slice(content.length) };
  });
}

function withoutMark(line: string): string {
  return line.endsWith(NO_NEWLINE) ? line.slice(0, -NO_NEWLINE.length) : line;
}

function compare(from: readonly string[], to: readonly string[]): readonly Line[] {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const middle = compareMiddle(from.slice(start, from.length - end), to.slice(start, to.length - end));
  return [...signed(' ', from.slice(0, start)), ...middle, ...signed(' ', from.slice(from.length - end))];
}

/** By the longest common subsequence. */
function compareMiddle(from: readonly string[], to: readonly string[]): readonly Line[] {
  if (from.length * to.length > COMPARABLE_CELLS) return [...signed('-', from), ...signed('+', to)];
  const width = to.length + 1;
  const common = new Uint32Array((from.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1) {
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const same = from[row] === to[column];
      common[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < from.length && column < to.length) {
    const old = from[row] ?? '';
    if (old === to[column]) {
      lines.push({ sign: ' ', text: old });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ sign: '-', text: old });
      row += 1;
    } else {
      lines.push({ sign: '+', text: to[column] ?? '' });
      column += 1;
    }
  }
  return [...lines, ...signed('-', from.slice(row)), ...signed('+', to.slice(column))];
}

function signed(sign: Line['sign'], lines: readonly string[]): Line[] {
  return lines.map((text) => ({ sign, text }));
}

function hunks(lines: readonly Line[]): string[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ sign }) => sign !== ' '),
  );
  const shown: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  for (let index = 0; index < lines.length; ) {
    let next = index + 1;
    while (next < lines.length && near[next] === near[index]) next += 1;
    const hunk = lines.slice(index, next);
    const oldCount = hunk.filter(({ sign }) => sign !== '+').length;
    const newCount = hunk.filter(({ sign }) => sign !== '-').length;
    if (near[index] === true) {
      shown.push(`@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@`);
      shown.push(...hunk.map(({ sign, text }) => sign + text));
    }
    oldLine += oldCount;
    newLine += newCount;
    index = next;
  }
  return shown;
}

/** An empty side is counted from the line before it. */
function range(line: number, count: number): string {
  return `${count === 0 ? line - 1 : line},${count}`;
}

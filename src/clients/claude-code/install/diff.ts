/**
 * A unified diff to show a person what will be written. Tokens are not shown. Made for small edits of large files: what
 * the two texts share at both ends costs nothing, and a stretch too large to compare is shown as replaced.
 */
const CONTEXT_LINES = 3;
/** About 10 ms of comparing. */
const COMPARABLE_CELLS = 1_000_000;
const BEARER = /(Bearer )[^\s"'\\]+/g;

type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

/** Empty when the texts are equal. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const lines = compare(linesOf(before), linesOf(after));
  const from = before === null ? '/dev/null' : path;
  const to = after === null ? '/dev/null' : path;
  return [`--- ${from}`, `+++ ${to}`, ...hunks(lines)].join('\n').replaceAll(BEARER, '$1****').concat('\n');
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)}\n\\ No newline at end of file`];
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

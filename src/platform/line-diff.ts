/**
 * What it takes to turn one list of lines into another. Made for small edits of large texts: what the two share at both
 * ends costs nothing. Limit: a stretch too large to compare is given as replaced.
 */

/** About 10 ms of comparing. */
const COMPARABLE_CELLS = 1_000_000;

export type DiffLine = { readonly sign: ' ' | '-' | '+'; readonly text: string };

export function diffLines(from: readonly string[], to: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const middle = compareMiddle(from.slice(start, from.length - end), to.slice(start, to.length - end));
  return [...signed(' ', from.slice(0, start)), ...middle, ...signed(' ', from.slice(from.length - end))];
}

/** By the longest common subsequence. */
function compareMiddle(from: readonly string[], to: readonly string[]): readonly DiffLine[] {
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
  const lines: DiffLine[] = [];
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

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

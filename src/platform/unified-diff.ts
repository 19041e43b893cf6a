/** A unified diff of two texts, as `git apply` takes it. */
import { type DiffLine, diffLines } from './line-diff.ts';

const CONTEXT_LINES = 3;
/** Ends the text of a last line that has no line break: with and without, it is not the same line. */
export const NO_NEWLINE = '\n\\ No newline at end of file';

/** Changes what is shown of the lines, never their number. */
type Mask = (lines: readonly DiffLine[], before: readonly string[], after: readonly string[]) => readonly DiffLine[];

/** Empty when the texts are equal; null stands for a file that is not there. */
export function unifiedDiff(
  path: string,
  before: string | null,
  after: string | null,
  mask: Mask = (lines) => lines,
): string {
  if (before === after) return '';
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  const lines = mask(diffLines(oldLines, newLines), oldLines, newLines);
  const from = before === null ? '/dev/null' : path;
  const to = after === null ? '/dev/null' : path;
  return [`--- ${from}`, `+++ ${to}`, ...hunks(lines), ''].join('\n');
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)}${NO_NEWLINE}`];
}

function hunks(lines: readonly DiffLine[]): string[] {
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

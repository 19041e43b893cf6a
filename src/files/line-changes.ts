/** What an edit changed, line by line. A line that was moved, re-indented or given another bullet is the same line. */
import { keysOf, lineKey, linesOf } from './file-text.ts';
import { outlineOf } from './outline.ts';

/** Rules and ends of fences frame text and say nothing. */
const FRAME = /^[\s\-*_=`~]*$/;

export interface LineChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Only lines that say something: no headings and no frames. */
export function lineChanges(before: string, after: string): LineChanges {
  return { added: statementsNotIn(after, before), removed: statementsNotIn(before, after) };
}

function statementsNotIn(content: string, other: string): string[] {
  const known = keysOf(linesOf(other));
  return outlineOf(linesOf(content))
    .filter(({ text, heading }) => heading === null && !FRAME.test(text) && !known.has(lineKey(text)))
    .map(({ text }) => text);
}

/**
 * The lines a human wrote, as they stand in `after`: those that are still there and those that the edit from `before`
 * added, headings included. For a version that a human did not write, `before` is `after`.
 */
export function humanLinesAfter(previous: readonly string[], before: string, after: string): readonly string[] {
  const human = keysOf(previous);
  const known = keysOf(linesOf(before));
  const found = new Map<string, string>();
  for (const line of linesOf(after)) {
    const key = lineKey(line);
    if (key !== '' && !FRAME.test(line) && !found.has(key) && (human.has(key) || !known.has(key))) found.set(key, line);
  }
  return [...found.values()];
}

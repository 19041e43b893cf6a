/** Walks over the runs of characters from one set: a table and a plain loop, several times faster than an expression. */

const ASCII = 128;

/** Letters, digits and the given signs. */
export function runTable(signs: string): Uint8Array {
  const table = new Uint8Array(ASCII);
  table.fill(1, 48, 58).fill(1, 65, 91).fill(1, 97, 123);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
}

/**
 * Calls `visit` for every run of at least `shortest` characters; it may return a later place to go on from. Looks at the
 * last character that such a run would have first: in ordinary text that is a blank soon, and all before it is passed over.
 */
export function eachRun(
  text: string,
  table: Uint8Array,
  shortest: number,
  visit: (start: number, end: number) => number,
): void {
  const { length } = text;
  const isIn = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return code < ASCII && table[code] === 1;
  };
  let start = 0;
  let known = 0;
  while (start + shortest <= length) {
    let at = start + shortest - 1;
    while (at >= known && isIn(at)) at--;
    if (at >= known) {
      // Behind `at` all is in the set, up to where the look began.
      known = start + shortest;
      start = at + 1;
      continue;
    }
    let end = start + shortest;
    while (end < length && isIn(end)) end++;
    start = Math.max(end, visit(start, end)) + 1;
    known = start;
  }
}

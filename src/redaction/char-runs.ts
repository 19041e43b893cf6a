/** Walks over the runs of characters from one set: a table and a plain loop, several times faster than an expression. */

const ASCII = 128;

/** Letters, digits and the given signs. */
export function runTable(signs: string): Uint8Array {
  const table = new Uint8Array(ASCII);
  table.fill(1, 48, 58).fill(1, 65, 91).fill(1, 97, 123);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
}

/** Calls `visit` for every run of at least `shortest` characters; it may return a later place to go on from. */
export function eachRun(
  text: string,
  table: Uint8Array,
  shortest: number,
  visit: (start: number, end: number) => number,
): void {
  const length = text.length;
  let start = 0;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code < ASCII && table[code] === 1) {
      at++;
      continue;
    }
    if (at - start >= shortest) at = Math.max(at, visit(start, at));
    at++;
    start = at;
  }
  if (length - start >= shortest) visit(start, length);
}

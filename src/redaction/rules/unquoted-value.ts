/**
 * Where a value without quotes ends. Secrets hold nearly every punctuation mark, so a mark ends the value only when what
 * follows shows that the surrounding syntax goes on: `&next=`, `; path=/`, `, "other"`, `)` at the end of a call.
 */

/** One bite; a longer value is taken bite by bite, because a bounded loop cannot exhaust the matcher's stack. */
const BITE =
  /(?:[^\s"'`<>&|;,)\]}\\]|&(?!\w[\w.%-]{0,40}=|&|amp;|quot;|lt;|gt;|#\d)|\|(?![\s|])|;(?!\s|$|\w[\w. -]{0,40}[=:])|,(?![\s"'{[]|$|\w[\w.-]{0,40}[=:])|[)\]}](?![\s;,.:)\]}"'`]|$)|\\(?![nrtu"'\\]))+/y;
const LONGEST_LOOK = 512;
const TRAILING_MARKS = /[.,;:)\]}?]+$/;

/** The end of the value that starts at `start`, looking at no more than 512 characters. */
export function unquotedEnd(text: string, start: number): number {
  const window = text.length - start > LONGEST_LOOK + 48 ? text.slice(start, start + LONGEST_LOOK + 48) : text.slice(start);
  BITE.lastIndex = 0;
  const match = BITE.exec(window);
  if (!match) return start;
  const value = match[0].length > LONGEST_LOOK ? match[0].slice(0, LONGEST_LOOK) : match[0];
  return start + value.length;
}

/** Without the marks that end a sentence or a call rather than the value. */
export function withoutTrailingMarks(text: string, start: number, end: number): number {
  const marks = TRAILING_MARKS.exec(text.slice(Math.max(start, end - 8), end));
  return marks ? end - marks[0].length : end;
}

/** The full extent of an accepted value: everything up to white space or a quote. Linear, since the caller goes on after it. */
export function wholeEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at - start >= LONGEST_LOOK) {
    const next = unquotedEnd(text, at);
    if (next === at) break;
    at = next;
    if (next - end < LONGEST_LOOK) break;
    end = next;
  }
  return at;
}

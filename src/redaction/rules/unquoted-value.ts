/**
 * Where a value without quotes ends. Secrets hold nearly every punctuation mark, so a mark ends the value only when what
 * follows shows that the surrounding syntax goes on: `&next=`, `; path=/`, `, "other"`, `)` at the end of a call.
 */

/** No more is looked at before the value is accepted, so that many candidates in one long run stay cheap. */
const LONGEST_LOOK = 160;
const BITE = new RegExp(
  String.raw`(?:[^\s\0"'${'`'}<>&|;,)\]}\\]|&(?!\w[\w.%-]{0,40}=|&|amp;|quot;|lt;|gt;|#\d)|\|(?![\s|])` +
    String.raw`|;(?!\s|$|\w[\w. -]{0,40}[=:])|,(?![\s"'{[]|$|\w[\w.-]{0,40}[=:])|[)\]}](?![\s;,.:)\]}"'${'`'}]|$)` +
    String.raw`|\\(?![nrtu"'\\])){1,${LONGEST_LOOK}}`,
  'y',
);
const QUERY_BITE = new RegExp(String.raw`[^\s&#"'<>${'`'}\\|)\]}]{1,${LONGEST_LOOK}}`, 'y');
const TRAILING_MARKS = /[.,;:)\]}]+$/;
const MOST_TRAILING_MARKS = 8;

export function unquotedEnd(text: string, start: number): number {
  return endOfBite(BITE, text, start);
}

export function queryValueEnd(text: string, start: number): number {
  return endOfBite(QUERY_BITE, text, start);
}

/** Without the marks that end a sentence or a call rather than the value. */
export function withoutTrailingMarks(text: string, start: number, end: number): number {
  const marks = TRAILING_MARKS.exec(text.slice(Math.max(start, end - MOST_TRAILING_MARKS), end));
  return marks ? end - marks[0].length : end;
}

/** The full extent of an accepted value that was looked at up to `end`. Linear, since the caller goes on behind it. */
export function wholeEnd(text: string, start: number, end: number): number {
  let bite = end - start;
  let at = end;
  while (bite === LONGEST_LOOK) {
    const next = unquotedEnd(text, at);
    bite = next - at;
    at = next;
  }
  return at;
}

function endOfBite(bite: RegExp, text: string, start: number): number {
  bite.lastIndex = start;
  return bite.test(text) ? bite.lastIndex : start;
}

/** Finds the whole name around a keyword: `password` in `spring.datasource.password`, `key` in `the API key`. */

export interface NameSpan {
  readonly start: number;
  readonly end: number;
  /** Written as a command line flag: `--password`, `-Password`, `/password`. */
  readonly flag: boolean;
}

const LONGEST_SIDE = 64;
const FIRST_FOREIGN_LETTER = 0xc0;

function isNameChar(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    (code >= FIRST_FOREIGN_LETTER && !isForeignMark(code))
  );
}

/** Quotes, dashes, ideographic and full-width punctuation. */
function isForeignMark(code: number): boolean {
  return (
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    code === 0xd7
  );
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

/** `floor` is the end of what was read before: a name never reaches back into it, which keeps the scan linear. */
export function nameAround(text: string, keywordStart: number, keywordEnd: number, floor: number): NameSpan {
  let start = keywordStart;
  const lowest = Math.max(floor, keywordStart - LONGEST_SIDE);
  while (start > lowest) {
    const code = text.charCodeAt(start - 1);
    if (isNameChar(code) || code === 46 || code === 45 || code === 36) start--;
    else break;
  }
  let end = keywordEnd;
  const highest = Math.min(text.length, keywordEnd + LONGEST_SIDE);
  while (end < highest) {
    const code = text.charCodeAt(end);
    const joins = (code === 45 || code === 46) && end + 1 < highest && isNameChar(text.charCodeAt(end + 1));
    if (isNameChar(code) || joins) end++;
    else break;
  }
  const flag =
    text.charCodeAt(start) === 45 || (text.charCodeAt(start - 1) === 47 && /\s/.test(text.charAt(start - 2)));
  while (start < keywordStart && !isNameChar(text.charCodeAt(start))) start++;
  return { start: withQualifier(text, start, floor), end, flag };
}

/** Takes in the word before, as in `API key` or `mot de passe`, where a single blank stands between. */
function withQualifier(text: string, start: number, floor: number): number {
  let from = start;
  for (let words = 0; words < 2; words++) {
    const gap = from - 1;
    if (gap - 1 < floor || text.charCodeAt(gap) !== 32 || !isLetter(text.charCodeAt(gap - 1))) return from;
    let word = gap;
    while (word > floor && gap - word < 16 && isLetter(text.charCodeAt(word - 1))) word--;
    from = word;
  }
  return from;
}

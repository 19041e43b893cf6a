/**
 * Tells words from random characters by letter pairs: 210 pairs cover about nine of ten pairs in words and identifiers,
 * but only a third of random ones. A heuristic: it decides nothing alone, see judge.ts.
 */

/** First letter, then the letters that commonly follow it. */
const COMMON_PAIRS =
  'abcdgilmnprstuvy baeilorsu caehiklortu daeiorsu eacdefglmnprstvwx faefilou gaehioru haeiot iabcdefglmnoprstvz keis ' +
  'ladeilostuy mabeimop nacdefgiknost obcdgilmnoprstuvw paeiloprstu qu racdegikmnorstuy sacehilopstu tacehiorstuy ' +
  'uabcegilmnprst vaei waeio xp ze';
/** Share of common pairs from which a run of letters counts as a word. */
const WORD_SHARE = 0.62;
const SHORTEST_WORD = 3;
const LETTERS = 26;
const LOWER_A = 97;
const UPPER_A = 65;
const FIRST_FOREIGN_LETTER = 0xc0;

let pairs: Uint8Array | undefined;

function commonPairs(): Uint8Array {
  if (pairs) return pairs;
  const table = new Uint8Array(LETTERS * LETTERS);
  for (const group of COMMON_PAIRS.split(' ')) {
    const first = group.charCodeAt(0) - LOWER_A;
    for (let i = 1; i < group.length; i++) table[first * LETTERS + group.charCodeAt(i) - LOWER_A] = 1;
  }
  pairs = table;
  return table;
}

/** 0–25 for a letter, 26 for a letter outside ASCII, -1 for anything else. */
function letterIndex(code: number): number {
  if (code >= LOWER_A && code < LOWER_A + LETTERS) return code - LOWER_A;
  if (code >= UPPER_A && code < UPPER_A + LETTERS) return code - UPPER_A;
  return code >= FIRST_FOREIGN_LETTER ? LETTERS : -1;
}

function isUpper(code: number): boolean {
  return code >= UPPER_A && code < UPPER_A + LETTERS;
}

/** How many letters of the value stand in runs that look like words; camelCase and SCREAMING_CASE are split into words. */
export function lettersInWords(value: string): number {
  const table = commonPairs();
  let inWords = 0;
  let length = 0;
  let common = 0;
  let previous = -1;
  let previousUpper = false;
  for (let i = 0; i <= value.length; i++) {
    const code = i < value.length ? value.charCodeAt(i) : 0;
    const letter = letterIndex(code);
    const upper = isUpper(code);
    const camel =
      upper &&
      (!previousUpper ||
        (i + 1 < value.length && letterIndex(value.charCodeAt(i + 1)) >= 0 && !isUpper(value.charCodeAt(i + 1))));
    if (letter < 0 || (camel && length > 0)) {
      if (length >= SHORTEST_WORD && common >= (length - 1) * WORD_SHARE) inWords += length;
      length = 0;
      common = 0;
    }
    if (letter >= 0) {
      if (length > 0 && (letter === LETTERS || previous === LETTERS || table[previous * LETTERS + letter] === 1))
        common++;
      length++;
      previous = letter;
    }
    previousUpper = upper;
  }
  return inWords;
}

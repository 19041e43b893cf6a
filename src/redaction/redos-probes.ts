/**
 * Texts on which a badly built pattern becomes slow: long runs of one thing, then something that makes the match fail.
 * They come in growing lengths, so that an exponential pattern is noticed while it still answers.
 */

const UNITS = [
  'a',
  'A',
  '0',
  ' ',
  '-',
  '_',
  '.',
  '=',
  ':',
  '/',
  '"',
  "'",
  '\\',
  '%41',
  'aA',
  'a0',
  'a.',
  'a ',
  'a=',
  'a,',
  '\n',
  'ab',
  'é',
];
const ENDINGS = ['', '!', '\u0000'];
const SHORTEST = 4;
const LONGEST = 12_000;
/** A call cannot be interrupted, so an exponential pattern must be met while one more character still costs little. */
const STEP_BY_STEP_UNTIL = 40;
const CAREFUL_STEP = 1.2;
/** Beyond this length an exponential pattern has been noticed, and polynomial ones grow slowly enough to double. */
const CAREFUL_UNTIL = 400;
const LONGEST_LITERAL = 12;
const MOST_LITERALS = 4;
const MOST_SINGLE = 12;

export function* probeTexts(pattern: string): Generator<string> {
  const literals = (pattern.match(/[A-Za-z0-9]{2,}/g) ?? [])
    .slice(0, MOST_LITERALS)
    .map((literal) => literal.slice(0, LONGEST_LITERAL));
  // Also single characters of it: `(x+x+)+y` is slow on nothing but x.
  const single = (pattern.match(/[^\\()[\]{}|?*+^$.]/gu) ?? []).slice(0, MOST_SINGLE);
  const units = [...new Set([...UNITS, ...literals, ...single])];
  for (let length = SHORTEST; length <= LONGEST; length = nextLength(length)) {
    for (const unit of units) {
      const run = unit.repeat(Math.ceil(length / unit.length));
      for (const ending of ENDINGS) yield run + ending;
      for (const literal of literals) yield `${literal}${run}!`;
    }
  }
}

function nextLength(length: number): number {
  if (length < STEP_BY_STEP_UNTIL) return length + 1;
  return length < CAREFUL_UNTIL ? Math.ceil(length * CAREFUL_STEP) : length * 2;
}

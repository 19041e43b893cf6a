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
/** One by one while an exponential pattern could explode, then in strides for the polynomial ones. */
const SHORT_LENGTHS = [6, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30];
const LONG_LENGTHS = [200, 800, 3000, 12_000];
const LONGEST_LITERAL = 12;
const MOST_LITERALS = 4;

export function* probeTexts(pattern: string): Generator<string> {
  const literals = (pattern.match(/[A-Za-z0-9]{2,}/g) ?? [])
    .slice(0, MOST_LITERALS)
    .map((literal) => literal.slice(0, LONGEST_LITERAL));
  const units = [...UNITS, ...literals];
  for (const length of [...SHORT_LENGTHS, ...LONG_LENGTHS]) {
    for (const unit of units) {
      const run = unit.repeat(Math.ceil(length / unit.length));
      for (const ending of ENDINGS) yield run + ending;
      for (const literal of literals) yield `${literal}${run}!`;
    }
  }
}

/**
 * Whether a line says only what other lines say, as it is or shorter: word by word and in the same order, so that
 * nothing is turned around. Words that limit or deny what is said, and the word it begins with, are never left out.
 * A line may take several together, one after the other.
 *
 * Limits: it is strict on purpose, for whoever asks has the old line to go back to. Other words for the same are not
 * found; a text without spaces between words must be the same throughout; and leaving out a word that limits in a way
 * not listed here is not noticed.
 */
import { isNegation, isRefusal } from '../text/negation.ts';
import { clausesOf, strongClausesOf } from '../text/sentence-ends.ts';

const WORD = /[\p{L}\p{N}_@#$%+][\p{L}\p{N}_@#$%+'’./:~\\-]*|[<>=≤≥≠&|]+|!=+/gu;
/** With or without them a sentence says the same. */
const FILLERS: ReadonlySet<string> = new Set('a an the is are be was were do does user also just please'.split(' '));
/** Without one of these, or a negation, a sentence says something else, often the opposite. */
const LIMITS: ReadonlySet<string> = new Set(
  `hardly rarely except until till only but
  instead rather over than against before after if when while once first ask asks asking
  fail fails failed failing broken wrong
  deprecated disabled < > = ≤ ≥ ≠ & |
  nur außer statt erst wenn sauf seulement salvo solo`.split(/\s+/),
);
const AND = /\s(?:and|und|et|y)\s/u;
/** Lines are short; a longer one is compared as a whole. */
const MOST_CLAUSES = 8;

type Words = readonly string[];

/** Tells of a line whether every part of it is one of these, or one of them made shorter. */
export function restating(lines: readonly string[]): (line: string) => boolean {
  const known = lines.map(wordsOf);
  const isKnown = (words: Words) => words.length > 0 && known.some((whole) => isShorter(words, whole));
  return (line) => {
    const clauses = clauseWords(line);
    // reached[i]: the first i parts are accounted for.
    const reached = [true, ...clauses.map(() => false)];
    for (let end = 1; end <= clauses.length; end += 1)
      for (let start = 0; start < end && reached[end] !== true; start += 1)
        reached[end] = reached[start] === true && isKnown(clauses.slice(start, end).flat());
    return clauses.length > 0 && reached[clauses.length] === true;
  };
}

/** Tells of a statement whether one of these lines, or a part of one, says it: as it is, shorter, or with a little more. */
export function telling(lines: readonly string[]): (statement: string) => boolean {
  const parts = lines.flatMap((line) => {
    const clauses = clauseWords(line);
    return clauses.flatMap((_, start) =>
      clauses.slice(start).map((__, more) => clauses.slice(start, start + more + 1).flat()),
    );
  });
  return (statement) => {
    const words = wordsOf(statement);
    return words.length > 0 && parts.some((part) => isShorter(part, words) || isShorter(words, part));
  };
}

/** At least half of it, from its first word on, in its order, and with all that limits it. */
function isShorter(words: Words, whole: Words): boolean {
  if (words[0] !== whole[0] || words.length > whole.length || words.length * 2 < whole.length) return false;
  let at = 0;
  for (const word of whole) {
    if (word === words[at]) at += 1;
    else if (limits(word)) return false;
  }
  return at === words.length;
}

function limits(word: string): boolean {
  return LIMITS.has(word) || isNegation(word) || isRefusal(word);
}

function clauseWords(line: string): readonly Words[] {
  const whole = wordsOf(line);
  // What is denied or limited may reach beyond a comma, so that parts only what is neither.
  const isLimited = whole.some((word) => limits(word));
  const parts = isLimited ? strongClausesOf(line) : clausesOf(line).flatMap((clause) => clause.split(AND));
  const clauses = parts.map(wordsOf).filter((words) => words.length > 0);
  return clauses.length > MOST_CLAUSES ? [whole] : clauses;
}

function wordsOf(text: string): Words {
  const words = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
  return words.map(plain).filter((word) => !FILLERS.has(word));
}

function plain(word: string): string {
  const bare = word.replace(/[.:'/\\-]+$/, '');
  if (bare.endsWith("n't") || bare === 'cannot') return 'not';
  return bare === '' ? word : bare;
}

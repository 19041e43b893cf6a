/**
 * How alike two short statements are, by their words: no model, no vectors, the same answer every time. Used to find the
 * evidence of a learning, to tell a repetition from a change, and to see what a file already says.
 *
 * A statement has words (what it is about) and values (what it says of it: numbers, versions, paths, formats, what stands
 * in quotes or code marks). Same words and same values is a repetition; same words and other values is a change, when the
 * words are enough to tell what it is about: `run X` and `run Y` are two things to run.
 *
 * Limits: stop words are English, stems those that `text/` knows; in other languages fewer repetitions are found, and no
 * wrong ones.
 */
import { fold } from '../text/fold.ts';
import { isEnglishNegation } from '../text/negation.ts';
import { stem } from '../text/stem.ts';
import { EMPTY_WORDS } from '../text/stopwords.ts';
import { memo } from './memo.ts';

export interface Statement {
  readonly words: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly negated: boolean;
}

export type Relation = 'same' | 'changed' | 'other';

/** Words without a meaning of their own, and those that curators begin their sentences with. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...EMPTY_WORDS,
  ...'every now use used user uses using always agent assistant'.split(' '),
]);
/** They turn around what is told. */
const TURNING: ReadonlySet<string> = new Set(['avoid', 'stop', 'instead']);
const CODE_OR_QUOTE = /`([^`\n]{1,200})`|"([^"\n]{1,200})"|“([^”\n]{1,200})”/g;
const TOKEN = /[\p{L}\p{N}_@#$%+][\p{L}\p{N}_@#$%+'’./:~\\-]*/gu;
/** The same where no other letters are: several times as fast, and most of what agents read is code. */
const ASCII_TOKEN = /[\w@#$%+][\w@#$%+'./:~\\-]*/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
const MAY_TRAIL: ReadonlySet<string> = new Set(".:'/\\-");
/** Tried at the beginning of a run alone: from each of its characters on, a long dash would take minutes. */
const TRAILING = /(?<![.:'/\\-])[.:'/\\-]+$/;
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu;
const PART = /[\p{L}\p{N}]+/gu;
const ASCII_PART = /[A-Za-z\d]+/g;
export const WIDE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Likeness of the words from which two statements are about the same thing, when one only says more than the other. */
const SAME_TOPIC = 0.6;
/** When each has words of its own: `dark mode` and `light mode` are two things, a long sentence put otherwise is one. */
const SAME_SENTENCE = 0.8;
/** Words that tell what a statement is about, at least: with fewer, another value is another thing. */
const TELLING_WORDS = 2;
/** Who sets something right names it only in part. */
const AKIN = 0.34;

export const statementOf: (text: string) => Statement = memo(readStatement);

function readStatement(text: string): Statement {
  const words = new Set<string>();
  const values = new Set<string>();
  let negated = false;
  const isAscii = !BEYOND_ASCII.test(text);
  const plain = (isAscii ? text : text.normalize('NFKC')).replace(
    CODE_OR_QUOTE,
    (_, ...groups: readonly (string | undefined)[]) => {
      const quoted = groups.slice(0, 3).find((group) => typeof group === 'string') ?? '';
      values.add(quoted.trim().toLowerCase());
      return ' ';
    },
  );
  for (const match of plain.match(isAscii ? ASCII_TOKEN : TOKEN) ?? []) {
    const lower = isAscii ? match.toLowerCase() : match.toLowerCase().replaceAll('’', "'");
    const token = MAY_TRAIL.has(lower.at(-1) ?? '') ? lower.replace(TRAILING, '') : lower;
    if (isEnglishNegation(token) || TURNING.has(token)) negated = true;
    else if (!isAscii && WIDE_SCRIPT.test(token)) for (const pair of pairsOf(token)) words.add(pair);
    else if (isValue(token)) values.add(token);
    else if (token.length > 1 && !STOP_WORDS.has(token)) words.add(wordKey(token));
  }
  return { words, values, negated };
}

/** Every word and value in it, taken apart: what evidence is compared by. `react-dom` is in `npm i react-dom`, code marks or not. */
export const termsOf: (text: string) => ReadonlySet<string> = memo(readTerms);

function readTerms(text: string): ReadonlySet<string> {
  const { words, values } = readStatement(text.includes('-') ? text.replace(HYPHEN, ' ') : text);
  const terms = new Set(words);
  for (const value of values)
    for (const part of value.match(BEYOND_ASCII.test(value) ? PART : ASCII_PART) ?? [])
      if (!STOP_WORDS.has(part)) terms.add(wordKey(part));
  return terms;
}

export function relationOf(a: Statement, b: Statement): Relation {
  const [small, large] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  const saysMore = [...small].every((word) => large.has(word));
  if (jaccard(small, large) < (saysMore ? SAME_TOPIC : SAME_SENTENCE)) return 'other';
  if (isPart(a.values, b.values)) return a.negated === b.negated ? 'same' : 'changed';
  return small.size < TELLING_WORDS ? 'other' : 'changed';
}

export function saysTheSame(a: string, b: string): boolean {
  return relationOf(statementOf(a), statementOf(b)) === 'same';
}

/** 0 … 1 over words and values together. */
export function likeness(a: Statement, b: Statement): number {
  return jaccard(new Set([...a.words, ...a.values]), new Set([...b.words, ...b.values]));
}

/** Whether they have enough in common that one may be what became of the other. */
export function isAkin(a: Statement, b: Statement): boolean {
  return likeness(a, b) >= AKIN;
}

/** The share of `terms` that `pool` holds; 0 for no terms at all. */
export function coverage(terms: ReadonlySet<string>, pool: ReadonlySet<string>): number {
  if (terms.size === 0) return 0;
  let held = 0;
  for (const term of terms) if (pool.has(term)) held += 1;
  return held / terms.size;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let both = 0;
  for (const item of a) if (b.has(item)) both += 1;
  return both / (a.size + b.size - both);
}

function isPart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return large.size === 0;
  return [...small].every((value) => large.has(value));
}

/** Has a digit, or is put together from parts: a path, a version, a format, a name from code. */
function isValue(token: string): boolean {
  return /\p{N}/u.test(token) || /[./\\:_@#$~]/.test(token);
}

/** What the forms of a word have in common. */
export function wordKey(word: string): string {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
  return bare.includes('-') ? bare.split('-').map(stemOf).join('-') : stemOf(bare);
}

function stemOf(word: string): string {
  return stem(fold(word));
}

export function* pairsOf(text: string): Generator<string> {
  const characters = [...text];
  if (characters.length === 1) yield text;
  for (let index = 0; index + 1 < characters.length; index += 1) yield `${characters[index]}${characters[index + 1]}`;
}

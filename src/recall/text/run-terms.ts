/**
 * The terms of one run (runs.ts): its words, and itself whole (`=` + text) when it is a name rather than a word. A name can
 * thus be found as it is written and by its parts. Offsets are exact in composed text and never outside of any. Pure.
 *
 * - Words are folded, lose a possessive 's and are stemmed. CamelCase is cut at its humps. Digit groups are joined: `1,200`.
 * - A path is also kept without its line and column and as its last part, an address also as its host, a version without its
 *   v, a digest also as its first seven digits, `TS2345` also as 2345.
 * - A word of more than 64 characters is nobody's and is left out; a scrambled one (noise.ts) is kept whole only.
 */
import { fold } from '../../text/fold.ts';
import { stem } from '../../text/stem.ts';
import { isEncoded, isHexGroup, isScramble } from './noise.ts';
import { type PlainPiece, plainRun } from './plain-run.ts';
import { hangulPairs, unspacedTerms } from './unspaced.ts';

export interface RunTerm {
  readonly term: string;
  readonly word: string;
  readonly kind: 'word' | 'number' | 'whole' | 'gram';
  /** Words of the run before it. */
  readonly step: number;
  /** Where in the run it begins. */
  readonly offset: number;
}

export interface RunTerms {
  readonly terms: readonly RunTerm[];
  readonly words: number;
  /** No language: of many in a row only the first are worth keeping. */
  readonly isNoise: boolean;
}

/** No language has longer ones, but for chemists; a digest of 256 bits has 64 digits. */
const LONGEST_WORD = 64;
/** Nobody types a longer path to find it; its parts find it. */
const LONGEST_NAME = 200;

/** With the marks of kana that are written apart. */
const UNSPACED_PART =
  /((?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)+)/u;
const WORD = /\p{N}+(?:,\p{N}{3})+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const NUMBER = /^[\p{N},]+$/u;
const HUMP = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const BETWEEN_HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Joined by a sign, mixed case inside, a flag, or joined by dashes with a digit. A hyphenated word is no name. */
const NAME = /[_/\\:@#$+.]|\p{Ll}\p{Lu}|^--|-.*\p{N}|\p{N}.*-/u;
const OPENING_SIGNS = /^[@#~]+/;
/** With a line and a column, or a port. */
const LOCATED = /^(.*[./].*?)(?::\d+){1,2}$/;
/** The first part of an address: `example.com`, `localhost:3000`. */
const HOST = /^([^/]*[.:][^/]*)\//;
const LAST_PART = /\/([^/]*[._-][^/]*)$/;
const VERSION = /^v(\d.*)$/;
/** What each of these takes. */
const HAS_OTHERS = /[/:]|^v\d/;

/** The end of a code, as people quote it: `E1234`, `TS2345`. */
const CODE = /^[a-z]{1,6}(\d{3,6})$/;
/** A digest; git shows the first seven digits. */
const DIGEST = /^(?=.*[0-9])(?=.*[a-f])([0-9a-f]{7})[0-9a-f]{1,33}$/;
/** In a name that is scrambled, what is still a word. */
const CLEAR_WORD = /^(?:[A-Z]?[a-z]{2,}|[A-Z]{3,})$/;

export function termsOf(written: string): RunTerms {
  return plainTerms(written) ?? termsByPatterns(written);
}

function plainTerms(run: string): RunTerms | undefined {
  const plain = plainRun(run);
  if (plain === undefined) return undefined;
  const { pieces, isName, mayBeHex } = plain;
  const terms = isName ? namesOf(run).map((name) => nameTerm(name, 0, 0)) : [];
  for (let step = 0; step < pieces.length; step += 1) {
    const { text, offset, hasDigit } = pieces[step] as PlainPiece;
    if (hasDigit) terms.push(...wordTerms(text, step, offset));
    else {
      const word = text.toLowerCase();
      terms.push({ term: stem(word), word, kind: 'word', step, offset });
    }
  }
  return { terms, words: pieces.length, isNoise: mayBeHex && isHexGroup(run) };
}

/** Those of any run; the test holds the quicker way against it. */
export function termsByPatterns(written: string): RunTerms {
  const run = written.normalize('NFC');
  const terms: RunTerm[] = [];
  let words = 0;
  let offset = 0;
  let isNoise = isHexGroup(run);
  for (const [index, part] of run.split(UNSPACED_PART).entries()) {
    const made = index % 2 === 1 ? unspacedTerms(part, words, offset) : spacedTerms(part, words, offset);
    for (const term of made.terms) terms.push(term);
    words += made.words;
    offset += part.length;
    isNoise ||= made.isNoise;
  }
  // A few characters are longer when composed.
  const last = written.length - 1;
  return {
    terms:
      run.length <= written.length ? terms : terms.map((term) => ({ ...term, offset: Math.min(term.offset, last) })),
    words,
    isNoise,
  };
}

function spacedTerms(part: string, step: number, offset: number): RunTerms {
  const pieces = isEncoded(part) ? [part] : (part.match(WORD) ?? []);
  const scrambled = new Set(pieces.filter(isScramble));
  const isShort = part.length <= (scrambled.size > 0 ? LONGEST_WORD : LONGEST_NAME);
  const terms = isShort && NAME.test(part) ? namesOf(part).map((name) => nameTerm(name, step, offset)) : [];
  let words = 0;
  let at = 0;
  let isNoise = scrambled.size > 0;
  for (const text of pieces.flatMap((piece) => (scrambled.has(piece) ? piece : humps(piece)))) {
    at = part.indexOf(text, at);
    const place = [step + words, offset + at] as const;
    at += text.length;
    if (text.length > LONGEST_WORD) {
      isNoise = true;
      continue;
    }
    if (scrambled.size > 0 && !CLEAR_WORD.test(text)) {
      // Of what stands between the scrambled parts, nothing can be told.
      if (!scrambled.has(text)) continue;
      const name = nameTerm(fold(text), ...place);
      if (terms[0]?.term !== name.term) terms.push(name);
    } else {
      const made = wordTerms(text, ...place);
      if (made.length === 0) continue;
      terms.push(...made);
    }
    words += 1;
  }
  return { terms, words, isNoise };
}

/** CamelCase and PascalCase: `HTTPServer` is HTTP and Server. Digits stay with their letters. */
function humps(word: string): readonly string[] {
  if (!HUMP.test(word)) return [word];
  const parts = word.split(BETWEEN_HUMPS);
  // Mixed by style rather than by words: "YoU".
  return parts.some(({ length }) => length > 1) ? parts : [word];
}

/** A name as it is written, and as others may write it. */
function namesOf(part: string): readonly string[] {
  const name = fold(part).replaceAll('\\', '/').replace(OPENING_SIGNS, '');
  if (!HAS_OTHERS.test(name)) return [name];
  const place = LOCATED.exec(name)?.[1] ?? name;
  const others = [LAST_PART, HOST, VERSION].map((pattern) => pattern.exec(place)?.[1]);
  return [...new Set([name, place, ...others])].filter((each) => each !== undefined);
}

function nameTerm(name: string, step: number, offset: number): RunTerm {
  const term = `=${name}`;
  return { term, word: term, kind: 'whole', step, offset };
}

function wordTerms(text: string, step: number, offset: number): readonly RunTerm[] {
  const word = fold(text).replaceAll('’', "'").replace(/'s$/, '').replaceAll("'", '');
  // A mark that belongs to nothing.
  if (word === '') return [];
  if (NUMBER.test(word)) {
    const digits = word.replaceAll(',', '');
    return [{ term: digits, word: digits, kind: 'number', step, offset }];
  }
  const short = (CODE.exec(word) ?? DIGEST.exec(word))?.[1];
  return [
    { term: stem(word), word, kind: 'word', step, offset },
    ...(short === undefined ? [] : [{ term: short, word: short, kind: 'whole', step, offset } as const]),
    ...hangulPairs(word, step, offset),
  ];
}

/**
 * What a statement says, taken apart for comparison with another: its content words, its values (numbers with units, names,
 * pieces of code, languages, days), and the cues that tell how it stands to what was said before. Pure and deterministic; of a
 * longer text only the beginning is read.
 */
import { memo } from '../memo.ts';
import { choiceOf, choicesWithin } from './choices.ts';
import type { Cue, Language } from './cue-table.ts';
import { cuesIn, EMPTY_HAN, LATIN, stopsOf } from './cues.ts';
import { type Member, membersIn } from './families.ts';
import { hanNumber, isTimeOfDay, numberWord, plainNumber, unitOf } from './numbers.ts';

export interface Token {
  /** As compared: lower case, no accents, Cyrillic in Latin letters. */
  readonly text: string;
  readonly at: number;
  readonly clause: number;
  readonly script: 'alphabet' | 'han' | 'kana' | 'hangul';
  /** Written like a name of a person, product, file or piece of code. */
  readonly isName: boolean;
  /** The little words between the word before and this one: `to the`; undefined where nothing tells words apart. */
  readonly link?: string;
  /** It is what is said, not what it is said of: part of a path or a format, or one of a kind that has few. */
  readonly isValue: boolean;
}

export interface Measure {
  readonly value: string;
  readonly unit: string | undefined;
  readonly at: number;
  readonly clause: number;
}

export interface Reading {
  readonly languages: readonly Language[];
  readonly words: readonly Token[];
  readonly measures: readonly Measure[];
  /** Of a kind that has few values: a spoken language, a day, a letter case. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly cues: ReadonlyMap<Cue, readonly number[]>;
  /** For every cue, the clauses it stands in. */
  readonly clauses: number;
  readonly clauseOf: (at: number) => number;
  /** It asks and tells nothing. */
  readonly isQuestion: boolean;
  /** It tells something, and asks something beside it; only the one is read. */
  readonly asksToo: boolean;
  readonly quoted: number;
  readonly sentences: number;
  readonly length: number;
  readonly forms: ReadonlySet<string>;
  /** Products and programs it names, by family. */
  readonly members: readonly Member[];
  /** Put together from parts, as in code: paths, addresses, formats, names. */
  readonly compounds: ReadonlySet<string>;
  /** It says of something what that is: `the host is a.example`, and not where or with what it is. */
  readonly isNaming: boolean;
  /** What it has in code marks that is a command. */
  readonly commands: ReadonlySet<string>;
}

const MOST = 1_000;
const PIECE = /\d+(?:[.,:/'-]\d+)*|[\p{L}\p{M}]+(?:['’][\p{L}]+)?|[%€$£¥°]/gu;
const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|ー/u;
const RUNS =
  /\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const BREAK = /[,;:()\n，、；：。！？!?–—]|\.(?=\s|$)/gu;
const SENTENCE = /[\n。！？!?]|\.(?=\s|$)/gu;
const ONE_SENTENCE = /[^\n.。！？!?]*(?:[.](?!\s|$)[^\n.。！？!?]*)*[\n.。！？!?]*/gu;
const ASKED = /[?？]|(?:吗|까요|나요|ますか)[。.!]?\s*$/u;
const QUOTED = /["“„«「『‘][^"”“»」』’\n]{3,300}["”“»」』’]/gu;
const COMPOUND = /[\p{L}\p{N}]+(?:[/\\:_@=.-]+[\p{L}\p{N}]+)+/gu;
/** `DD/MM/YYYY`, `hh:mm`. */
const FORMAT = /^(?:(\p{L})\1{1,3}(?:[-/.: ]|$)){2,4}$/iu;
/** A path, a host, a name: a number in it counts nothing. */
const PLACE = /[\p{L}][^:=]*[/\\.@_]|[/\\.@_][^:=]*\p{L}/u;
/** What stands before the one thing that something is. */
const IS =
  /(?:^|[\s,])(?:is|ist|est|es|es el|es la|è|é|e'|это|heißt|called|named|= ?|=)\s*[`"']?$|[:：是は은는—–-]\s*[`"']?$/iu;
const COMMAND = /`([^`\n]*\s[^`\n]*)`/g;
/** Says that what came before is wrong, and denies nothing of what follows. */
const DENIAL =
  /^\s*(?:no|nope|nein|nee|non|n[ãa]o|нет|не так|不是|不对|不|いや|いいえ|違う|아니(?:요|야)?)\s*[,.!;:，。、！–—-]+\s*(?=\S)/iu;
/** Words that begin after a sentence's end are written large for that alone. */
const BEGINS = /(?:^|[.!?:\n]\s+|[-*]\s+)$/u;

export const readingOf: (text: string) => Reading = memo(read);

function read(whole: string): Reading {
  const said = whole.slice(0, MOST).normalize('NFKC').replaceAll('’', "'");
  const all = said.replace(DENIAL, '');
  const told = withoutQuestions(all);
  const text = told === '' ? all : told;
  const folded = foldedOf(text);
  // One blank for each sign, so that a place in the one is a place in the other.
  const plain = ` ${folded.replace(/[^\p{L}\p{N}'“「-]/gu, ' ')} `;
  const ends = [...text.matchAll(BREAK)].map(({ index }) => index);
  const clauseOf = (at: number) => countBelow(ends, at);
  const languages = languagesOf(folded);
  const words: Token[] = [];
  const measures: Measure[] = [];
  const chosen = new Map<string, Set<string>>();
  const choose = (kind: string, value: string) => chosen.set(kind, new Set([...(chosen.get(kind) ?? []), value]));
  const stops = languages.map(stopsOf);
  const isEmpty = (word: string) => stops.some((set) => set.has(word));
  const hasOwnScript = !LATIN.includes(languages[0] ?? 'en');
  const members = membersIn(folded);
  const names = new Set(members.flatMap(({ name }) => name.split(/[^\p{L}]+/u)));
  const [formats = [], compounds = []] = [true, false].map((isFormat) =>
    [...text.matchAll(COMPOUND)].filter(
      ([compound]) => FORMAT.test(compound) === isFormat && (isFormat || isCompound(compound)),
    ),
  );
  const isWithin = (at: number, kind = /./) =>
    compounds.some((found) => at >= found.index && at < found.index + found[0].length && kind.test(found[0]));
  const pieces = [...text.matchAll(PIECE)];
  let end = 0;
  for (const [index, match] of pieces.entries()) {
    const [piece] = match;
    const at = match.index;
    if (formats.some((format) => at >= format.index && at < format.index + format[0].length)) continue;
    const clause = clauseOf(at);
    const next = pieces[index + 1];
    const isNear = next !== undefined && next.index - (at + piece.length) <= 1;
    const following = isNear ? foldedOf(next[0]) : '';
    if (/^\d/.test(piece) && isWithin(at, PLACE)) continue;
    const before = foldedOf(pieces[index - 1]?.[0] ?? '');
    const unitOfValue = (value: string) => {
      const unit = unitAfter(following);
      return isTimeOfDay(value, unit, before, following) ? 'clock' : unit;
    };
    if (/^\d/.test(piece))
      measures.push({ value: plainNumber(piece), unit: unitOfValue(plainNumber(piece)), at, clause });
    else if (WIDE.test(piece)) readWide(piece, at, clause, words, measures);
    else if (/^\p{L}/u.test(piece)) {
      const lower = foldedOf(piece);
      const value = numberWord(lower, languages);
      if (value !== undefined) {
        // `one hundred` is one number.
        const times = numberWord(before, languages);
        if (value === 100 && times !== undefined && times < 10) measures.pop();
        measures.push({
          value: String(value === 100 ? value * (times ?? 1) : value),
          unit: unitOfValue(String(value)),
          at,
          clause,
        });
      } else if (
        !isEmpty(lower) &&
        !(index > 0 && unitOf(lower) !== undefined && /\d/.test(pieces[index - 1]?.[0] ?? ''))
      ) {
        const choice = choiceOf(lower);
        if (choice !== undefined) choose(choice[0], choice[1]);
        const isHangul = /\p{Script=Hangul}/u.test(piece);
        if (lower.length > 1 || isHangul || hasOwnScript) {
          const link = folded.slice(end, at).trim();
          end = at + piece.length;
          words.push({
            text: isHangul ? piece : latin(lower),
            at,
            clause,
            script: isHangul ? 'hangul' : 'alphabet',
            link,
            isName: isNameLike(text, piece, at, hasOwnScript, languages),
            isValue: choice !== undefined || isWithin(at) || names.has(lower),
          });
        }
      }
    }
  }
  for (const [kind, value] of choicesWithin(text)) choose(kind, value);
  for (const [format] of formats) choose('format', format.toLowerCase());
  return {
    languages,
    words,
    measures,
    chosen,
    cues: all === said ? cuesIn(plain, languages) : new Map(cuesIn(plain, languages)).set('mistake', [0]),
    clauses: ends.length,
    clauseOf,
    isQuestion: told === '',
    asksToo: told !== '' && told.length < all.length,
    quoted: [...text.matchAll(QUOTED)].length,
    sentences: [...text.matchAll(SENTENCE)].length,
    length: text.length,
    forms: new Set(words.map((word) => word.text)),
    members,
    compounds: new Set(compounds.map(([compound]) => compound.toLowerCase())),
    isNaming: compounds.length === 1 && IS.test(text.slice(0, compounds[0]?.index)),
    commands: new Set([...text.matchAll(COMMAND)].map(([, command = '']) => command.trim())),
  };
}

/** Words joined by a dash are words; parts of a format are no words. */
function isCompound(text: string): boolean {
  return /[/\\:_@=.]/.test(text) && /\p{L}/u.test(text);
}

/** A message may tell one thing and ask another. */
function withoutQuestions(text: string): string {
  if (!ASKED.test(text)) return text.trim();
  const sentences = text.match(ONE_SENTENCE) ?? [];
  return sentences
    .filter((sentence) => !ASKED.test(sentence) && /[\p{L}\p{N}]{2}/u.test(sentence))
    .join('')
    .trim();
}

function readWide(piece: string, at: number, clause: number, words: Token[], measures: Measure[]): void {
  for (const run of piece.matchAll(RUNS)) {
    const [part] = run;
    const place = at + run.index;
    if (/\p{Script=Hiragana}/u.test(part)) continue;
    if (!/\p{Script=Han}/u.test(part)) {
      words.push({
        text: part,
        at: place,
        clause,
        script: /[\p{Script=Katakana}]/u.test(part) ? 'kana' : 'alphabet',
        isName: true,
        isValue: false,
      });
      continue;
    }
    const number = /^[零一二两三四五六七八九十]{1,3}(?=\p{Script=Han})/u.exec(part)?.[0];
    const value = number === undefined ? undefined : hanNumber(number);
    if (value !== undefined && number !== undefined)
      measures.push({
        value: String(value),
        unit: unitAfter(part.slice(number.length, number.length + 1)),
        at: place,
        clause,
      });
    let from = 0;
    for (let end = 0; end <= part.length; end += 1)
      if (end === part.length || EMPTY_HAN.has(part[end] ?? '')) {
        const stretch = part.slice(from, end);
        if (stretch.length === 1)
          words.push({ text: stretch, at: place + from, clause, script: 'han', isName: false, isValue: false });
        for (let index = 0; index + 1 < stretch.length; index += 1)
          words.push({
            text: stretch.slice(index, index + 2),
            at: place + from + index,
            clause,
            script: 'han',
            isName: false,
            isValue: false,
          });
        from = end + 1;
      }
  }
}

function unitAfter(following: string): string | undefined {
  return following === '' ? undefined : (unitOf(following) ?? unitOf(following.slice(0, 1)));
}

function isNameLike(
  text: string,
  piece: string,
  at: number,
  hasOwnScript: boolean,
  languages: readonly Language[],
): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + piece.length] ?? ' ';
  if (
    /[/_@#\\.]/.test(before) ||
    /[/_@\\]/.test(after) ||
    (after === '.' && /\w/.test(text[at + piece.length + 1] ?? ' '))
  )
    return true;
  if (/\d/.test(after) || /^[A-Z]{2,}$/.test(piece) || /\p{Ll}\p{Lu}/u.test(piece)) return true;
  if (/^\p{Script=Latin}/u.test(piece) && hasOwnScript) return true;
  const isLarge = /^\p{Lu}/u.test(piece);
  return isLarge && !languages.includes('de') && !BEGINS.test(text.slice(Math.max(0, at - 4), at));
}

/** By script; among Latin ones by whose little words are most, all of them where none tells. */
function languagesOf(folded: string): readonly Language[] {
  const count = (pattern: RegExp) => (folded.match(pattern) ?? []).length;
  if (count(/\p{Script=Hangul}/gu) > 1) return ['ko'];
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 1) return ['ja'];
  if (count(/\p{Script=Han}/gu) > 0) return ['zh'];
  if (count(/\p{Script=Cyrillic}/gu) > 1) return ['ru'];
  const words = folded.match(/[\p{L}']+/gu) ?? [];
  const hits = LATIN.map((language) => words.filter((word) => stopsOf(language).has(word)).length);
  const most = Math.max(...hits);
  return LATIN.filter((_, at) => hits[at] === most);
}

/** In lower case and without accents, as long as it was. */
function foldedOf(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text;
  if (!/[^\0-\x7f]/.test(same)) return same;
  return same.replace(/[ßёà-öø-ÿ]/g, (letter) => PLAIN.get(letter) ?? letter);
}

const PLAIN = new Map(
  'ßs ёе àa áa âa ãa äa åa çc èe ée êe ëe ìi íi îi ïi ñn òo óo ôo õo öo ùu úu ûu üu ýy ÿy'
    .split(' ')
    .map(([letter = '', plain = '']) => [letter, plain]),
);

const CYRILLIC = new Map(
  [...'абвгдежзийклмнопрстуфхцчшщъыьэюя'].map((letter, at) => [
    letter,
    'a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sch  y  e yu ya'.split(' ')[at] ?? '',
  ]),
);

/** Names that Russian writes in its own letters meet themselves again. */
function latin(word: string): string {
  return /[а-я]/.test(word) ? [...word].map((letter) => CYRILLIC.get(letter) ?? letter).join('') : word;
}

function countBelow(sorted: readonly number[], at: number): number {
  let count = 0;
  for (const end of sorted) if (end < at) count += 1;
  return count;
}

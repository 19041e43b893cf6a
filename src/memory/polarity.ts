/**
 * Whether a statement turns around what was said: `always push` of `never push`. Each word counts as told with or
 * without a negation before it in its clause; two of them lift each other (`never push without asking` has asking told).
 *
 * A near copy of a sentence does not: its words in their order, and every negation of that part among them.
 *
 * Limits: English; of what was said in another language nothing is called turned around. It judges words both have; who says the same with opposite words (`no long answers`, `short answers`) may be taken for turning it around, so
 * the outcome is a reason to ask, not to forget.
 */
import { languageOf } from '../text/language.ts';
import { isEnglishNegation, isRefusal, withPlainNegations } from '../text/negation.ts';
import { clausesOf, piecesOf } from '../text/sentence-ends.ts';
import { statementOf, termsOf } from './similarity.ts';

/** `No, …` answers what was said before. */
const ANSWERED_NO =
  /^\s*(?:no|nope|nah)(?:\s*[,.:;!–—-]|\s+(?=(?:use|it|it's|i|we|the|this|that|you|don't|never|always|please|just|run)\b))/i;
const EMPHASIS = /\*{1,3}|_{2,3}/g;
/** Of a clause's words, the share that turns it around. */
const TURNED = 0.5;

/** Of a statement's words, those a near copy has from the sentence, in its order. */
const COPIED = 0.8;
/** Both are compared word by word; a longer text is no statement. */
const MOST_COPIED_WORDS = 80;

/** A term with how it was told; one may be told both ways. */
type Told = ReadonlyMap<string, ReadonlySet<boolean>>;

export function turnsAround(statement: string, said: string): boolean {
  if ((languageOf(said) ?? 'en') !== 'en') return false;
  const parts = piecesOf(said.replace(EMPHASIS, ''));
  if (parts.some((sentence) => isNearCopy(statement, sentence) || deniesTheSame(statement, sentence))) return false;
  const sentences = parts.map((sentence) => joined(clausesIn(sentence)));
  // A statement may put several things together; each of them counts.
  return clausesIn(statement).some((clause) => {
    const closest = mostLike(clause, sentences);
    return closest.length > 0 && closest.every((sentence) => isTurned(clause, sentence));
  });
}

/** `A merged migration is never edited`, `we never edit a merged migration`: what is denied is the same, wherever it stands. */
function deniesTheSame(statement: string, sentence: string): boolean {
  const [own, said] = [deniedIn(statement), deniedIn(sentence)];
  return own.length > 0 && own.length === said.length && own.every((term) => said.includes(term));
}

/** The first telling word behind each negation. */
function deniedIn(text: string): readonly string[] {
  const tokens = withPlainNegations(plainOf(text)).toLowerCase().split(/\s+/);
  return tokens.flatMap((token, at) => {
    if (!denies(token)) return [];
    const behind = tokens.slice(at + 1).flatMap((next) => [...termsOf(next.replaceAll('`', ''))]);
    return behind.slice(0, 1);
  });
}

/** What it has of its own stands nowhere in the sentence and negates nothing; what it leaves out there negates nothing. */
function isNearCopy(statement: string, sentence: string): boolean {
  const [own, said] = [rawWords(statement), rawWords(sentence)];
  if (own.length > MOST_COPIED_WORDS || said.length > MOST_COPIED_WORDS) return false;
  const pairs = aligned(own, said);
  if (own.length === 0 || pairs.length < own.length * COPIED) return false;
  const [kept, taken] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))];
  const isAdded = (word: string) => !said.includes(word) && !denies(word);
  const last = pairs.at(-1)?.[1] ?? 0;
  return (
    own.every((word, at) => kept.has(at) || isAdded(word)) &&
    said.every((word, at) => at > last || taken.has(at) || !denies(word))
  );
}

function rawWords(text: string): readonly string[] {
  return (
    plainOf(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}'./_-]*/gu) ?? []
  );
}

/** The longest run of words both have in this order, as pairs of places. */
function aligned(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; )
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  return pairs;
}

function denies(word: string): boolean {
  return isEnglishNegation(word) || isRefusal(word);
}

function plainOf(text: string): string {
  return text.normalize('NFKC').replaceAll('’', "'").replace(EMPHASIS, '').replace(ANSWERED_NO, ' ');
}

function mostLike(clause: Told, sentences: readonly Told[]): readonly Told[] {
  const shared = sentences.map((sentence) => [...clause.keys()].filter((term) => sentence.has(term)).length);
  const most = Math.max(0, ...shared);
  return most === 0 ? [] : sentences.filter((_, at) => shared[at] === most);
}

function isTurned(clause: Told, sentence: Told): boolean {
  const turned = [...clause].filter(([term, ways]) => {
    const said = sentence.get(term);
    return said !== undefined && ![...ways].some((way) => said.has(way));
  });
  return turned.length > 0 && turned.length >= clause.size * TURNED;
}

function joined(clauses: readonly Told[]): Told {
  const all = new Map<string, ReadonlySet<boolean>>();
  for (const [term, ways] of clauses.flatMap((clause) => [...clause]))
    all.set(term, new Set([...(all.get(term) ?? []), ...ways]));
  return all;
}

function clausesIn(text: string): readonly Told[] {
  const plain = withPlainNegations(plainOf(text)).replace(/\bnever,\s*ever\b/gi, 'never');
  return clausesOf(plain)
    .flatMap((clause) => clause.split(/\bbut\b/i))
    .flatMap((clause) => {
      let isTold = true;
      // `never a and b` negates both, and tells of two things.
      return clause.split(/\band\b/i).map((part) => {
        const told = new Map<string, ReadonlySet<boolean>>();
        for (const token of part.split(/\s+/)) {
          const { words, values } = statementOf(token.replaceAll('`', ''));
          if (denies(token.toLowerCase())) isTold = !isTold;
          else for (const term of [...words, ...values]) told.set(term, new Set([...(told.get(term) ?? []), isTold]));
        }
        return told;
      });
    });
}

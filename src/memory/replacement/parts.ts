/**
 * The parts of a statement that says two things, so that one of them can go: `the backend is on Heroku and the frontend on
 * Netlify`. Cut at joining words and commas of ten languages; a part must say something by itself, otherwise the statement is
 * one. What is set against another (`A, not B`) is one statement.
 */
import { type Reading, readingOf } from './reading.ts';
import { sharedMass } from './word-similarity.ts';

const JOINING =
  /\s*[,;，、；]\s*(?:and|und|et|y|e|и)?\s*|\s+(?:and|und|et|y|e|ed|и|plus)\s+|(?<=이고|하고|있고|되고|며)\s+/giu;
/** Adds a second thing only where a first one was named: `with Mocha` alone is how it is done. */
const ADDING = /\s+(?:with|mit|avec|con|com|с)\s+/giu;
const SET_AGAINST = /^(?:not|no|never|nicht|kein|pas|non|sino|не|but|sondern|mais|ma|mas|а|不|而|only|nur)(?:\s|$)/iu;
/** How much more a part must have in common with what is said than all others together. */
const CLEARLY = 1.5;

export function partsOf(text: string): readonly string[] {
  const plain = text.trim().replace(/[.。!！]+$/u, '');
  const parts = plain.split(JOINING).flatMap(takenApart);
  const isWhole =
    parts.length < 2 || parts.length > 4 || parts.some((part) => SET_AGAINST.test(part) || !saysSomething(part));
  return isWhole ? [plain] : parts;
}

/** Which part of the old statement the new one is about, and what is left without it. */
export function partGone(old: string, next: Reading): { readonly gone: string; readonly stays: string } | undefined {
  const parts = partsOf(old);
  if (parts.length < 2) return undefined;
  const readings = parts.map((part) => readingOf(part));
  const fewest = Math.min(...readings.map(({ words }) => words.length));
  const common = readings.map((part) => inCommon(ofItsOwn(part, fewest), next));
  const most = Math.max(...common);
  const at = common.indexOf(most);
  const others = common.reduce((sum, one) => sum + one, 0) - most;
  const gone = parts[at];
  if (gone === undefined || most === 0 || most < CLEARLY * others) return undefined;
  return { gone, stays: parts.filter((_, index) => index !== at).join(', ') };
}

function takenApart(part: string): readonly string[] {
  const [first = '', ...more] = part.trim().split(ADDING);
  const { words, measures } = readingOf(first);
  return measures.length > 0 || words.slice(1).some(({ isName }) => isName) ? [first, ...more] : [part.trim()];
}

function saysSomething(part: string): boolean {
  const { words, measures } = readingOf(part);
  return words.length >= 2 || (words.length >= 1 && measures.length > 0) || words.some(({ isName }) => isName);
}

/** What stands in the middle of a longer part is meant by the shorter one, too: `is deployed` is said once of both. */
function ofItsOwn(part: Reading, fewest: number): Reading {
  const isShared = (at: number) => fewest >= 2 && at > 0 && at < part.words.length - 1;
  const more = part.words.length - fewest;
  const shared = new Set(part.words.filter((word, at) => isShared(at) && !word.isName).slice(0, more));
  return { ...part, words: part.words.filter((word) => !shared.has(word)) };
}

function inCommon(part: Reading, next: Reading): number {
  const sameUnit = part.measures.some(({ unit, value }) =>
    next.measures.some((other) => value === other.value || (unit !== undefined && unit === other.unit)),
  );
  const sameKind = [...part.chosen.keys()].some((kind) => next.chosen.has(kind));
  return sharedMass(part, next) + (sameUnit ? 4 : 0) + (sameKind ? 4 : 0);
}

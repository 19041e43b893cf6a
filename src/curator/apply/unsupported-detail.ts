/**
 * A statement without a detail that nobody who counts has said: a version, a path, what stands in parentheses or behind a
 * comma. What is left is looked up like any other statement, so cutting lifts no trust; it only saves the part that holds.
 *
 * Never cut is what bounds a statement: a condition, an exception, a negation. What is left must tell most of it. Blanks are
 * made one before anything is looked for, and every run has a bound, so that the time is linear in the statement.
 */
import type { LearningType } from '../../memory/learning.ts';
import { coverage, statementOf, termsOf } from '../../memory/similarity.ts';
import { tokensOf } from '../../text/tokens.ts';
import { conceptsOf } from '../reader/concepts.ts';

/** Of a statement's words, what must be left. */
const LEFT = 0.6;
const FEWEST_LEFT = 2;
const MOST_CUTS = 6;
/** A statement with more parts is a list, and none of its parts a detail. */
const MOST_FOUND = 50;
const VERSION =
  /(?:[\s(]{1,3}(?:version|versión|versão|versione|wersja|версия|版本|バージョン|버전)\s?|[\s(]{1,3}|@)[v^~]?\d{1,40}(?:\.\d+)+(?:[-+.]?[\p{L}\d]+)*\)?/giu;
const ASIDE = /\s?\([^()]{1,200}\)|\s?（[^（）]{1,200}）/gu;
const CLAUSE = /(?:[,;，；、]\s?|\s[-–—]{1,9}\s|[:：]\s)[^,;，；、–—:：()]{2,200}/gu;
const PREPOSITION =
  'with|via|using|in|at|under|from|on|through|by|inside|mit|über|per|im|unter|aus|von|bei|avec|dans|sous|par|depuis|con|vía|en|bajo|por|desde|da|sotto|com|em|sob|w|z|przez|pod|с|в|через|из|под|met|onder';
/** What a thing is reached or made by, at the end of a clause. */
const BY_MEANS = new RegExp(
  String.raw`\s(?:${PREPOSITION})\s(?:the\s)?(?:\x60[^\x60\n]{1,200}\x60|[^\s,;()]{0,100}[\d./\\@_][^\s,;()]{0,100})(?=\s?(?:[.,;)]|$)|\s(?:${PREPOSITION}|before|after|and|vor|nach|und)\s)`,
  'giu',
);
/** Concepts of a part that bounds the rest, and words for when and but for what. */
const BOUNDING: ReadonlySet<string> = new Set(['maybe', 'only', 'not', 'never', 'instead', 'asks']);
const WHEN_OR_EXCEPT =
  /(?<!\p{L})(?:except|excluding|unless|until|after|before|once|while|außer|sobald|bis|nach|vor|solange|sauf|avant|après|jusqu|hors|salvo|excepto|hasta|antes|después|tranne|eccetto|finché|prima|dopo|exceto|até|depois|кроме|пока|после|до|oprócz|chyba|dopóki|zanim|behalve|tenzij|totdat)(?!\p{L})|除|之前|之后|まで|以外|とき|前に|때|까지|제외|전에/iu;

/** The fullest first. Means are cut of what was installed alone: `put tests in src/unit` without the place says nothing. */
export function withoutDetails(told: string, type: LearningType): readonly string[] {
  const statement = told.replace(/\s+/g, ' ').trim();
  const means = type === 'TOOL_INSTALL' ? [BY_MEANS] : [];
  const versions = cutsOf(statement, VERSION);
  const found = [...versions, ...[ASIDE, CLAUSE, ...means].flatMap((one) => cutsOf(statement, one))];
  const cuts: Cut[] = [];
  for (const cut of found.slice(0, MOST_FOUND)) {
    if (cuts.length === MOST_CUTS) break;
    if (cut.from > 0 && !bounds(statement.slice(cut.from, cut.to))) cuts.push(cut);
  }
  const tried = [...cuts.map((cut) => [cut]), versions, cuts].map((some) => without(statement, some));
  const { words } = statementOf(statement);
  return [...new Set(tried)]
    .filter((rest) => rest !== statement && tellsMost(rest, words))
    .sort((a, b) => b.length - a.length);
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

function cutsOf(statement: string, pattern: RegExp): readonly Cut[] {
  return [...statement.matchAll(pattern)].map(({ index, 0: text }) => ({ from: index, to: index + text.length }));
}

function without(statement: string, cuts: readonly Cut[]): string {
  let rest = '';
  let at = 0;
  for (const { from, to } of [...cuts].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    rest += statement.slice(at, from);
    at = to;
  }
  return (rest + statement.slice(at))
    .replace(/\s+([.,;:])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim();
}

/** Values may go; of the words most must stay. */
function tellsMost(rest: string, words: ReadonlySet<string>): boolean {
  return termsOf(rest).size >= FEWEST_LEFT && coverage(words, statementOf(rest).words) >= LEFT;
}

function bounds(part: string): boolean {
  return WHEN_OR_EXCEPT.test(part) || conceptsOf(part, tokensOf(part)).some(({ name }) => BOUNDING.has(name));
}

/**
 * What became of something that was given to a turn: used, when the answer or a tool call holds words of it that the
 * prompt did not have; ignored otherwise, also when the turn goes against it: an item whose words come back in their opposite
 * was not used. The same answer every time, and no model: outcomes are made anew from the journal.
 *
 * Limits: a good item that says what the agent would have done anyway counts as used; one that shaped the answer without a
 * word of it counts as ignored. Words count in English and in languages that put spaces between them.
 */
import { deniedWords } from '../text/negation.ts';
import { holds, isContradicted, negatedTerms } from './contradiction.ts';
import { termsOf } from './similarity.ts';
import { isRivalName } from './tool-families.ts';
import type { TurnContent } from './turn.ts';
import { type Deeds, deedsOf, type Piece } from './turn-statements.ts';

export const OUTCOMES = ['used', 'ignored'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A name, path, command or long number is telling by itself; a common word of the trade says little. */
const NAME_WEIGHT = 2;
const COMMON_WEIGHT = 0.34;
/** Weight that one passage must hold: a name, or two words. */
const TELLING = 2;
/** Or this share of all that could be told by, when it is more than common words. */
const MOST_OF_IT = 0.5;
/** A pasted log is no statement, and what is given is never as long. */
const PROMPT_CHARS = 20_000;
const ITEM_CHARS = 2_000;

/** Stems, as `termsOf` makes them, of what is said in every other turn. */
const COMMON: ReadonlySet<string> = termsOf(
  `add answer app build call change check code command commit config create data default delete deploy directory done edit
  error example fail file find fix folder function import install key line list make miss module name need new number
  package page pass path prefer project read remember remove repository request result return run script set show source
  start store string table test text type update value version want work write`,
);
const QUOTED = /`([^`\n]{2,200})`/g;
const NAME = /[\p{L}\p{N}_@~/#$.][\p{L}\p{N}_@~./:#$-]*[\p{L}\p{N}]/gu;
/** `pr-<number>`, `logs-YYYY.MM.DD`: a form of names. */
const FORM = /[\p{L}\p{N}./_-]*(?:<[\w -]+>|YYYY[.-]?MM[.-]?DD)[\p{L}\p{N}./_-]*/gu;
const BLANK = /<[\w -]+>|YYYY[.-]?MM[.-]?DD/;
/** What may stand there. A form is tried once per word and a blank has an end, so that a long word costs no more than a short one. */
const NOT_WITHIN_WORD = String.raw`(?:(?<![\w.-])|(?![\w.-]))`;
const FILLED = String.raw`[\w.-]{1,64}`;
/** Each blank more multiplies the ways to fill them. */
const MOST_BLANKS = 2;

/** Judges the items of a turn one by one, in the order they are asked for. */
export function outcomesIn(turn: TurnContent): (item: string) => Outcome {
  const deeds = deedsOf(turn);
  const prompt = { text: turn.userMessage, terms: termsOf(turn.userMessage.slice(0, PROMPT_CHARS)) };
  return (item) => {
    const statement = item.slice(0, ITEM_CHARS);
    return isUsed(statement, prompt, deeds) && !isContradicted(statement, deeds) ? 'used' : 'ignored';
  };
}

function isUsed(item: string, prompt: Piece, deeds: Deeds): boolean {
  const names = namesIn(item).filter((name) => !holds(prompt.text, name));
  if (formsIn(item).some((form) => form.test(deeds.all.text) && !form.test(prompt.text))) return true;
  const words = wordsOf(item, prompt, names);
  const most = weigh(names, words, deeds.all);
  const inAll = names.length * NAME_WEIGHT + words.reduce((sum, word) => sum + weightOf(word), 0);
  if (most >= 1 && most >= inAll * MOST_OF_IT) return true;
  return deeds.passages.some((passage) => weigh(names, words, passage) >= TELLING);
}

function weigh(names: readonly string[], words: readonly string[], { text, terms }: Piece): number {
  const held = words.filter((word) => terms.has(word)).reduce((sum, word) => sum + weightOf(word), 0);
  return held + names.filter((name) => holds(text, name)).length * NAME_WEIGHT;
}

/** Its own words: not the prompt's, not those of its names, and not what it says not to do. */
function wordsOf(item: string, prompt: Piece, names: readonly string[]): readonly string[] {
  const known = new Set([...prompt.terms, ...termsOf(names.join(' '))]);
  const negated = negatedTerms(item);
  return [...termsOf(item)].filter((word) => !known.has(word) && !negated.has(word));
}

function weightOf(word: string): number {
  return COMMON.has(word) || /^\d{1,2}$/.test(word) ? COMMON_WEIGHT : 1;
}

function namesIn(item: string): readonly string[] {
  const quoted = [...item.matchAll(QUOTED)].map(([, name = '']) => name.trim());
  const plain = [...item.replace(QUOTED, ' ').matchAll(NAME)].map(([name]) => name).filter(isName);
  const negated = deniedWords(item);
  return [...new Set([...quoted, ...plain])].filter((name) => !negated.includes(name.toLowerCase()));
}

/** Numbers from four digits on, versions, paths, identifiers, short forms, programs. */
function isName(token: string): boolean {
  if (/^\d+$/.test(token)) return token.length >= 4;
  if (isRivalName(token.toLowerCase())) return true;
  return /\p{Ll}\p{Lu}|^\p{Lu}{3,}$|^\p{L}.*\p{N}|[\p{L}\p{N}][._/:@][\p{L}\p{N}]|^[~/]/u.test(token);
}

function formsIn(item: string): readonly RegExp[] {
  return [...item.matchAll(FORM)].flatMap(([form]) => {
    const parts = form
      .replace(/[./_-]+$/, '')
      .split(BLANK)
      .slice(0, MOST_BLANKS + 1);
    // Without something of its own it is the form of everything.
    if (parts.join('').length < 3) return [];
    return [new RegExp(NOT_WITHIN_WORD + parts.map((part) => part.replace(/[.\\/-]/g, '\\$&')).join(FILLED), 'i')];
  });
}

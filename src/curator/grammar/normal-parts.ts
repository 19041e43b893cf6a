/** The parts of an answer in their normal form. Each function gives back unchanged what it gave before. */
import { normalText as normalFileText } from '../../files/file-text.ts';

/** Far beyond "40 words"; what is longer is not one learning. */
const TEXT_CHARS = 1_000;
const SUBJECT_CHARS = 80;
const TAG_CHARS = 40;
const TAGS = 10;
/** Asked for as many; a way to ask is shorter than a sentence. */
const MOST_ASKED = 3;
const ASKED_CHARS = 120;
const BULLET = /^(?:[-*+•]|\d{1,9}[.)])(?:\s+|$)/;
/** Turn numbers cited by one learning: more than a batch holds. */
const TURNS = 100;
/** More than any batch has; keeps a number short. */
const HIGHEST_TURN = 99_999;
const ID = /^[\w.:-]+$/;
const ID_CHARS = 64;
const NOTHING = /^\W{0,4}(?:none|n\/a|nothing(?: new)?|no (?:changes?|updates?)|unchanged)\W{0,4}$/iu;
const NOTHING_CHARS = 30;

/** One line, single spaces, at most `TEXT_CHARS`; empty for words that say there is nothing. */
export function normalText(text: string): string {
  const folded = clip(text, TEXT_CHARS);
  return saysNothing(folded) ? '' : folded;
}

/** Ways to ask: each on one line, without what parts them from each other. */
export function normalAsked(asked: readonly string[]): readonly string[] {
  const cleaned = asked.map((text) => clip(text.replace(/[|()]/g, ' '), ASKED_CHARS));
  return [...new Set(cleaned.filter((text) => text !== '' && !saysNothing(text)))].slice(0, MOST_ASKED);
}

/** A line of a file without its bullet. */
export function normalLine(text: string): string {
  let line = normalText(text);
  while (BULLET.test(line)) line = line.replace(BULLET, '');
  return saysNothing(line) ? '' : line;
}

/** As `files` keeps it; empty when there is nothing in it. */
export function normalFile(content: string): string {
  const text = normalFileText(content.toWellFormed());
  return text.trim() === '' || saysNothing(text.trim()) ? '' : text;
}

/** Null when nothing is left of it: the characters that structure a citation are taken out. */
export function normalSubject(subject: string): string | null {
  return clip(subject.replace(/[;()]/g, ' '), SUBJECT_CHARS) || null;
}

export function normalTags(tags: readonly string[]): readonly string[] {
  const cleaned = tags.map((tag) => clip(tag.replace(/[;(),]/g, ' '), TAG_CHARS)).filter((tag) => tag !== '');
  return [...new Set(cleaned)].slice(0, TAGS);
}

/** Ascending, each once. */
export function normalTurns(turns: readonly number[]): readonly number[] {
  const valid = turns.filter((turn) => Number.isInteger(turn) && turn >= 1 && turn <= HIGHEST_TURN);
  return [...new Set(valid)].sort((a, b) => a - b).slice(0, TURNS);
}

/** Without the quotes, backticks or brackets a model may put around it; null for what cannot be an id. */
export function normalId(id: string): string | null {
  const bare = id.slice(0, 2 * ID_CHARS).replace(/^[\s"'`“‘[<#]+|[\s"'`”’\]>.]+$/g, '');
  return bare.length <= ID_CHARS && ID.test(bare) && !saysNothing(bare) ? bare : null;
}

function saysNothing(text: string): boolean {
  return text.length <= NOTHING_CHARS && NOTHING.test(text);
}

function clip(text: string, chars: number): string {
  const folded = fold(text.toWellFormed());
  return folded.length <= chars ? folded : fold(folded.slice(0, chars).replace(/[\uD800-\uDBFF]$/, ''));
}

/** On one line, with single spaces. */
export function fold(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

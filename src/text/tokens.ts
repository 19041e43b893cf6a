/**
 * The tokens of a text in any script: words, names from code, numbers, paths, code spans, single marks. Each has the form
 * it is compared by (lower case, no Latin accents, one apostrophe) and its exact place. Scripts without blanks are cut
 * where the script changes, which in Japanese parts content from endings; a run of Han characters stays whole.
 *
 * Time is linear in the text: every repetition of the pattern is bounded or cannot fail behind what it took. Pure.
 */

import { fold } from './fold.ts';

type TokenKind = 'word' | 'name' | 'number' | 'path' | 'code' | 'han' | 'hiragana' | 'katakana' | 'hangul' | 'mark';

export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
}

const CODE = '`[^`\\n]{1,200}`|--?[a-z][\\w-]{0,60}(?=[\\s=]|$)';
const PATH = 'https?:\\/\\/[^\\s]{1,300}|[~.]{0,2}\\/?[\\p{L}\\p{N}_@.-]{0,60}[\\/\\\\][\\p{L}\\p{N}_@./\\\\*-]{1,200}';
const UNSPACED = '\\p{Script=Han}+|\\p{Script=Hiragana}+|[\\p{Script=Katakana}ー]+';
const NUMBER = '\\p{N}[\\p{N}.,:%]*';
const WORD = "[\\p{L}\\p{M}_][\\p{L}\\p{M}\\p{N}_'’]*(?:[.-][\\p{L}\\p{N}_]+)*";
const TOKEN = new RegExp(`(${CODE})|(${PATH})|(${UNSPACED})|(${NUMBER})|(${WORD})|[^\\s\\p{L}\\p{N}]`, 'gu');
const NAME = /_|\p{L}\.\p{L}|\p{Ll}\p{Lu}|\p{N}/u;
const HANGUL = /^\p{Script=Hangul}/u;
const HAN = /^\p{Script=Han}/u;
const HIRAGANA = /^\p{Script=Hiragana}/u;

export function tokensOf(text: string): readonly Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    found.push({ text: folded(raw), kind: kindOf(match, raw), from: match.index, to: match.index + raw.length });
  }
  return found;
}

/** One writing for the ways a word is typed, with one apostrophe. Its length may change. */
export function folded(text: string): string {
  return fold(text).replaceAll('’', "'");
}

function kindOf([, code, path, unspaced, number, word]: RegExpExecArray, raw: string): TokenKind {
  if (code !== undefined) return 'code';
  if (path !== undefined) return 'path';
  if (unspaced !== undefined) return HAN.test(raw) ? 'han' : HIRAGANA.test(raw) ? 'hiragana' : 'katakana';
  if (number !== undefined) return 'number';
  if (word === undefined) return 'mark';
  if (HANGUL.test(raw)) return 'hangul';
  return NAME.test(raw) ? 'name' : 'word';
}

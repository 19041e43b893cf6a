/**
 * Whether a text holds a rule that was told: the words as they were said, or most of those that carry meaning within one line.
 */

import { stem } from '../../src/text/stem.ts';
import { STOPWORDS } from '../../src/text/stopwords.ts';
import { tokensOf } from '../../src/text/tokens.ts';

const MOST_WORDS = 0.8;
const UNSPACED: ReadonlySet<string> = new Set(['han', 'hiragana', 'katakana']);

export function holds(text: string, quote: string): boolean {
  return lineHolding(text, quote) !== undefined;
}

export function lineHolding(text: string, quote: string): string | undefined {
  const said = plain(quote);
  const words = contentWords(quote);
  return unescaped(text)
    .split('\n')
    .find((line) => {
      if (plain(line).includes(said)) return true;
      const there = contentWords(line);
      return words.size > 0 && [...words].filter((word) => there.has(word)).length >= MOST_WORDS * words.size;
    });
}

/** Blocks escape what could be taken for their own marks. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}

function contentWords(text: string): ReadonlySet<string> {
  const all = wordsOf(text);
  const telling = all.filter((word) => !STOPWORDS.has(word));
  return new Set((telling.length === 0 ? all : telling).map(stem));
}

/** Code marks and what ends a sentence are a matter of writing; runs of characters without blanks are compared by their pairs. */
function wordsOf(text: string): readonly string[] {
  return tokensOf(text.replace(/[`*_"']/g, ' '))
    .filter(({ kind }) => kind !== 'mark')
    .flatMap(({ text: word, kind }) => (UNSPACED.has(kind) ? [...pairsOf(word)] : word.replace(/[.,:;]+$/, '')));
}

function* pairsOf(run: string): Generator<string> {
  const characters = [...run];
  for (const [at, character] of characters.entries()) yield character + (characters[at + 1] ?? '');
}

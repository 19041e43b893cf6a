/**
 * One key for the forms of a word: English, Russian and Arabic by rules, any other word as it is. In: one word, folded. The
 * stem is a key of the index and is never shown. Pure but for a cache: words come again and again.
 */
import { arabic } from './stem/arabic.ts';
import { english } from './stem/english.ts';
import { russian } from './stem/russian.ts';

/** A few megabytes; more words than that are seldom in use at a time. */
const MOST_CACHED = 50_000;

const cache = new Map<string, string>();

export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = byRules(word);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(word, stemmed);
  return stemmed;
}

function byRules(word: string): string {
  if (/^[a-z]+$/.test(word)) return english(word);
  if (/^[\u0400-\u04ff]+$/.test(word)) return russian(word);
  if (/^[\u0600-\u06ff]+$/.test(word)) return arabic(word) || word;
  return word;
}

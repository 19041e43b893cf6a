/**
 * The person's words as one neutral sentence: fillers and politeness off, first person turned where that is safe, at most
 * 40 words. What cannot be turned safely keeps the person's words behind a mark.
 */
import type { Language } from './languages/language.ts';

const MOST_WORDS = 40;
/** Names that begin with a small letter on purpose. */
const LOWER_CASE_NAME = /^(?:[pn]+pm|npx|yarn|bun|pip3?|uv|git|gh|docker|kubectl|\S*[\d_./\\A-Z`@]\S*)(?=\s|$)/;
/** Chinese and Japanese have a full stop of their own. */
const WIDE_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー」』）]$/u;

/** Names a thing: code, a quotation, or a word with a capital that does not begin the sentence. */
export function isNamed(masked: string): boolean {
  return /_|\p{Ll}-?\p{Lu}|\S\s+["'(]?(?!I\b)\p{Lu}/u.test(masked);
}

/** Names a thing, or has a number or a path in it. */
export function isConcrete(masked: string): boolean {
  return /[\d/]/.test(masked) || isNamed(masked);
}

export function withoutLead(text: string, language: Language): string {
  return text.slice(language.lead.exec(text)?.[0].length ?? 0);
}

export function statement(words: string, language: Language): string {
  const trimmed = withoutLead(words, language).replace(language.tail, '').trim();
  return sentence(cutWords(neutral(trimmed, language)));
}

function neutral(words: string, { firstPerson }: Language): string {
  const turned = firstPerson.turns.reduce((text, [find, say]) => text.replace(find, say), words);
  return firstPerson.left.test(turned) ? `${firstPerson.mark}${words}` : turned;
}

export function sentence(words: string): string {
  const first = words.charAt(0);
  const begun = LOWER_CASE_NAME.test(words) ? words : first.toUpperCase() + words.slice(1);
  if (/[.!?…。！？]["”’」』)）]?$/.test(begun) || begun === '') return begun;
  return WIDE_END.test(begun) ? `${begun}。` : `${begun}.`;
}

export function cutWords(words: string): string {
  const all = words.split(/\s+/);
  if (all.length <= MOST_WORDS) return all.join(' ');
  const kept = all.slice(0, MOST_WORDS).join(' ');
  const clause = Math.max(kept.lastIndexOf(', '), kept.lastIndexOf('; '), kept.lastIndexOf(' - '));
  return clause > kept.length / 2 ? kept.slice(0, clause) : `${kept}…`;
}

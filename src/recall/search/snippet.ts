/** The part of a text that shows why it was found: as many different words of the question as fit, cut between words. Pure. */
import type { Token } from '../text/tokenise.ts';

const SNIPPET_CHARS = 320;
/** Read before the first word that fits. */
const LEAD_CHARS = 40;
/** From the first word that fits to the last: with room for the lead, which may begin a word earlier, and for the last. */
const WINDOW_CHARS = SNIPPET_CHARS - 3 * LEAD_CHARS;

/** `tokens` are those of the passage that was found, which begins at `start`. */
export function snippetOf(
  text: string,
  start: number,
  tokens: readonly Token[],
  weights: ReadonlyMap<string, number>,
): string {
  const at = start + bestPlace(tokens, weights);
  const begin = at <= LEAD_CHARS ? 0 : wordBefore(text, at - LEAD_CHARS);
  const end = begin + SNIPPET_CHARS >= text.length ? text.length : wordBefore(text, begin + SNIPPET_CHARS);
  const cut = text.slice(begin, end > begin ? end : begin + SNIPPET_CHARS).toWellFormed();
  const shown = cut.replace(/\s+/g, ' ').trim();
  return `${begin > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
}

/** Where the window begins that holds the most of the question's weight, each word once. */
function bestPlace(tokens: readonly Token[], weights: ReadonlyMap<string, number>): number {
  const found = tokens.filter(({ term }) => weights.has(term));
  const inWindow = new Map<string, number>();
  let sum = 0;
  let best = 0;
  let place = 0;
  let left = 0;
  for (const token of found) {
    const times = inWindow.get(token.term) ?? 0;
    if (times === 0) sum += weights.get(token.term) ?? 0;
    inWindow.set(token.term, times + 1);
    for (let first = found[left]; first !== undefined && token.at - first.at > WINDOW_CHARS; first = found[left]) {
      const remaining = (inWindow.get(first.term) ?? 1) - 1;
      inWindow.set(first.term, remaining);
      if (remaining === 0) sum -= weights.get(first.term) ?? 0;
      left += 1;
    }
    if (sum > best) {
      best = sum;
      place = found[left]?.at ?? 0;
    }
  }
  return place;
}

/** Not in the middle of a word, unless it is longer than anybody reads. */
function wordBefore(text: string, at: number): number {
  const from = Math.max(0, at - LEAD_CHARS);
  const blank = text.slice(from, at + 1).search(/\s\S*$/);
  if (blank >= 0) return from + blank + 1;
  if (from === 0) return 0;
  const isHalf = /[\udc00-\udfff]/.test(text.charAt(at));
  return isHalf ? at - 1 : at;
}

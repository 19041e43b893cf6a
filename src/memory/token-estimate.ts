/**
 * How many tokens a text costs, without a tokenizer: no two models share one, and loading one costs more than the answer
 * is worth. Meant to be too high rather than too low, because it guards a budget: prose comes out at 3 characters to a
 * token and code at 2.3, where models are said to count about 4 and 3; ideographs at 1.5 tokens each, letters of other
 * scripts at one. Random letters can come out too low. Pure, linear.
 */

/** Longer words are seldom in a vocabulary as a whole. */
const COMMON_WORD_CHARS = 8;

/** What is counted together: a run of one of the first four; of the others each character by itself. */
type Kind = 'lower' | 'upper' | 'digit' | 'blank' | 'sign' | 'letter' | 'ideograph' | 'pair';

const CHARACTER_COST = { sign: 1, letter: 1, ideograph: 1.5, pair: 3 } as const;

export function estimateTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind === 'sign' || kind === 'letter' || kind === 'ideograph' || kind === 'pair') {
      sum += CHARACTER_COST[kind];
      at += kind === 'pair' ? 2 : 1;
      continue;
    }
    let end = at + 1;
    // A capital belongs to the word that it begins.
    const run = kind === 'upper' && kindAt(text, end) === 'lower' ? 'lower' : kind;
    while (kindAt(text, end) === run) end += 1;
    sum += runCost(run, end - at, text.charCodeAt(at));
    at = end;
  }
  return Math.ceil(sum);
}

function runCost(kind: 'lower' | 'upper' | 'digit' | 'blank', length: number, first: number): number {
  if (kind === 'lower') return Math.ceil(length / (length > COMMON_WORD_CHARS ? 3 : 4));
  // One blank belongs to the word behind it.
  return kind === 'blank' && length === 1 && first === 0x20 ? 0 : Math.ceil(length / 2);
}

/** Past the end it is a letter, with which no run goes on. */
function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code >= 0x61 && code <= 0x7a) return 'lower';
  if (code >= 0x41 && code <= 0x5a) return 'upper';
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return 'blank';
  if (code < 0x80) return 'sign';
  // Emoji and everything else beyond the first plane are spelled byte by byte.
  if (code >= 0xd800 && code <= 0xdbff) return 'pair';
  // From the kana to the Hangul syllables.
  return (code >= 0x3040 && code <= 0xd7af) || (code >= 0xf900 && code <= 0xfaff) ? 'ideograph' : 'letter';
}

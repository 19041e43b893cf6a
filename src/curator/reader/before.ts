/** What the agent had said before a message, as far as its sentences may answer to it. Pure. */
import { type Token, tokensOf } from '../../text/tokens.ts';

export interface Before {
  readonly asks: boolean;
  readonly stems: ReadonlySet<string>;
}

/** Tells the words that many people use whatever they write about. */
export type Frequent = (word: string) => boolean;

/** Of what the agent said; the beginning of a page says enough. */
const BEFORE_CHARS = 2_000;
/** Two words with as many letters in common are taken for one. */
const STEM_CHARS = 5;

export const ASKS = /[?？]\s{0,3}$/;

export function beforeOf(answer: string): Before {
  const said = answer.slice(0, BEFORE_CHARS);
  return {
    asks: ASKS.test(said.trimEnd()),
    stems: new Set(tokensOf(said).map(({ text }) => text.slice(0, STEM_CHARS))),
  };
}

export function isNamedIn({ stems }: Before, { text }: Token): boolean {
  return stems.has(text.slice(0, STEM_CHARS));
}

export function tellingTokens(tokens: readonly Token[], isFrequent: Frequent): readonly Token[] {
  return tokens.filter(
    ({ kind, text }) => kind !== 'mark' && !isFrequent(text) && (kind !== 'word' || text.length > 2),
  );
}

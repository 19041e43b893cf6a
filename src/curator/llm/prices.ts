/**
 * What models cost: list prices by family, for the ledger. A person's own price wins. A model that is in no family counts
 * as dear as the dearest common one, so that an unknown name never makes a cap worthless.
 */
import type { ModelSettings } from './settings.ts';
import type { Usage } from './usage.ts';

/** Dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Longer prompts cost this many times as much, answer included. */
  readonly long?: { readonly aboveTokens: number; readonly factor: number };
}

export const FREE: Price = { input: 0, output: 0 };
const UNKNOWN: Price = { input: 15, output: 75 };
const TOKENS_PER_PRICE = 1_000_000;

/** The first that matches; where generations of a family differ, those not named count as the dearest. November 2026. */
const FAMILIES: readonly (readonly [RegExp, Price])[] = [
  // The bare word is the alias of the `claude` command for the newest.
  [/haiku-5|^haiku$/, { input: 0.1, output: 0.5, long: { aboveTokens: 100_000, factor: 5 } }],
  [/haiku/, { input: 1, output: 5 }],
  [/sonnet/, { input: 3, output: 15 }],
  [/opus-5|^opus$/, { input: 5, output: 25 }],
  [/fable/, { input: 10, output: 50 }],
  [/gpt-5-nano/, { input: 0.05, output: 0.4 }],
  [/gpt-5-mini/, { input: 0.25, output: 2 }],
  [/gpt-4\.1-nano/, { input: 0.1, output: 0.4 }],
  [/gpt-4\.1-mini/, { input: 0.4, output: 1.6 }],
  [/gpt-4o-mini/, { input: 0.15, output: 0.6 }],
];

export function priceOf(
  model: string,
  chosen: Pick<ModelSettings, 'curator.inputPrice' | 'curator.outputPrice'>,
  known: Price = familyPrice(model),
): Price {
  const input = chosen['curator.inputPrice'];
  const output = chosen['curator.outputPrice'];
  if (input < 0 && output < 0) return known;
  // Who names one price knows the model; who names both knows all of it.
  if (input >= 0 && output >= 0) return { input, output };
  return { ...known, input: input < 0 ? known.input : input, output: output < 0 ? known.output : output };
}

export function costOf(price: Price, { inputTokens, outputTokens }: Usage): number {
  const factor = price.long !== undefined && inputTokens > price.long.aboveTokens ? price.long.factor : 1;
  return (factor * (inputTokens * price.input + outputTokens * price.output)) / TOKENS_PER_PRICE;
}

function familyPrice(model: string): Price {
  return FAMILIES.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? UNKNOWN;
}

/** Tokens of a question and its answer: as the other side told, else estimated; and the most there can be. */
import type { Used } from '../../platform/models/provider-error.ts';
import { tokenCount } from '../../platform/models/token-count.ts';
import { costOf, type Price } from './prices.ts';
import type { Question } from './provider.ts';

export type Usage = Pick<Used, 'inputTokens' | 'outputTokens'>;

/** Plain English; close enough where nobody counts, which is mostly a local model that costs nothing. */
const CHARS_PER_TOKEN = 4;
/** Roles, separators and what a server adds around a prompt. */
const FRAME_TOKENS = 1_000;

export function usedBy(price: Price, usage: Usage): Used {
  return { ...usage, costUsd: costOf(price, usage) };
}

/**
 * The most a question can use: reserved before it is asked, and counted when it broke off and nobody told. A token is a
 * byte at least, in every tokenizer and script; for English that is four times too much, but never too little.
 */
export function mostUsed(price: Price, { system, prompt, maxOutputTokens }: Question): Used {
  const inputTokens = Buffer.byteLength(system) + Buffer.byteLength(prompt) + FRAME_TOKENS;
  return usedBy(price, { inputTokens, outputTokens: maxOutputTokens });
}

/** What the other side said it counted, each number estimated where it did not. */
export function readUsage(input: unknown, output: unknown, question: Question, answer: string): Usage {
  return {
    inputTokens: tokenCount(input) ?? estimate(question.system + question.prompt),
    outputTokens: tokenCount(output) ?? estimate(answer),
  };
}

/** Scripts other than Latin take more tokens a character: they count by the byte, which no tokenizer exceeds. */
function estimate(text: string): number {
  const ascii = text.replace(/[^\p{ASCII}]/gu, '').length;
  return Math.ceil(ascii / CHARS_PER_TOKEN) + Buffer.byteLength(text) - ascii;
}

import { describe, expect, it } from 'vitest';
import { costOf, FREE, priceOf } from './prices.ts';

const NOT_SET = { 'curator.inputPrice': -1, 'curator.outputPrice': -1 };
const MILLION = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

describe('the price of a model (A-074)', () => {
  it.each([
    ['claude-haiku-5-5', 0.1, 0.5],
    ['anthropic/claude-haiku-5.5', 0.1, 0.5],
    ['haiku', 0.1, 0.5],
    ['claude-haiku-4-5', 1, 5],
    ['claude-sonnet-5-5', 3, 15],
    ['claude-opus-5-5', 5, 25],
    ['openai/GPT-5-mini', 0.25, 2],
    ['nobody-knows-me', 15, 75],
  ])('of %s is $%d in and $%d out', (model, input, output) => {
    expect(priceOf(model, NOT_SET)).toMatchObject({ input, output });
  });

  it('is what a person set, also where it would be free', () => {
    expect(priceOf('claude-haiku-5-5', { 'curator.inputPrice': 2, 'curator.outputPrice': -1 })).toEqual({
      input: 2,
      output: 0.5,
      long: { aboveTokens: 100_000, factor: 5 },
    });
    expect(priceOf('qwen3', { 'curator.inputPrice': 2, 'curator.outputPrice': 0 }, FREE)).toEqual({
      input: 2,
      output: 0,
    });
  });

  it('rises for the whole call when a prompt is long, where the list says so', () => {
    const price = priceOf('claude-haiku-5-5', NOT_SET);
    expect(costOf(price, { inputTokens: 100_000, outputTokens: 1_000 })).toBeCloseTo(0.0105, 10);
    expect(costOf(price, { inputTokens: 100_001, outputTokens: 1_000 })).toBeCloseTo(0.0525, 5);
    expect(costOf(priceOf('claude-haiku-4-5', NOT_SET), MILLION)).toBe(6);
  });
});

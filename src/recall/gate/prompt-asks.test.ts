import { describe, expect, it } from 'vitest';
import { headOf, promptAsks } from './prompt-asks.ts';

describe('whether a prompt needs memory', () => {
  it.each([
    ['how did we fix the flaky login test last time?', 'what is the difference between a mutex and a semaphore?'],
    ['which branch do we release from', 'thanks, that looks great'],
    ['was hatten wir für das Zeitformat beschlossen?', 'was ist der Unterschied zwischen TCP und UDP?'],
  ])('is told from its own words: %s, rather than %s', (needs, not) => {
    expect(promptAsks(needs).need).toBeGreaterThan(promptAsks(not).need);
  });

  it('asks for the past in its own words', () => {
    expect(promptAsks('what did we decide about the retry limit?').past).toBeGreaterThan(
      promptAsks('add a retry limit to the client').past,
    );
  });

  it('is a number for anything that can be typed', () => {
    for (const text of [
      '',
      '\ud800',
      'constructor toString __proto__ hasOwnProperty',
      'x'.repeat(1_000_000),
      '🙂'.repeat(50),
    ]) {
      const { need, past } = promptAsks(text);
      expect(Number.isFinite(need) && Number.isFinite(past)).toBe(true);
    }
  });

  it('takes what stands before a fence, a quote or pasted lines for what is wanted', () => {
    expect(headOf('shorten this text please:\nWe are happy to tell you …')).toBe('shorten this text please:');
  });
});

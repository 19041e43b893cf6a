import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../platform/config.ts';
import { setupProblem } from './config.ts';

function missingAfter(key: keyof Config, change: Partial<Config>): string | undefined {
  return setupProblem(key, { ...defaultConfig(), ...change }, {})?.message;
}

describe('what is missing after `config set embeddings.…`', () => {
  it('is the model when the provider came first', () => {
    for (const provider of ['compatible', 'openai'] as const)
      expect(missingAfter('embeddings.provider', { 'embeddings.provider': provider })).toBe(
        'no model is chosen; set embeddings.model',
      );
  });

  it('is the provider when the model came first, unless it was just switched off', () => {
    const named = { 'embeddings.model': 'nomic-embed-text' };
    expect(missingAfter('embeddings.model', named)).toBe('order by meaning is off; set embeddings.provider');
    expect(missingAfter('embeddings.provider', named)).toBeUndefined();
  });

  it('is nothing once both are there', () => {
    const both = { 'embeddings.provider': 'compatible', 'embeddings.model': 'nomic-embed-text' } as const;
    expect(missingAfter('embeddings.provider', both)).toBeUndefined();
    expect(missingAfter('embeddings.model', both)).toBeUndefined();
    expect(missingAfter('port', { 'embeddings.provider': 'compatible' })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../platform/config.ts';
import { setupProblem } from './config.ts';

function missingAfter(key: keyof Config, change: Partial<Config>): string | undefined {
  return setupProblem(key, { ...defaultConfig(), ...change }, {})?.message;
}

describe('what is missing after `config set embeddings.…`', () => {
  it('is the model or its folder when the provider came first', () => {
    for (const provider of ['ollama', 'openai'] as const)
      expect(missingAfter('embeddings.provider', { 'embeddings.provider': provider })).toBe(
        'no model is chosen; set embeddings.model',
      );
    expect(missingAfter('embeddings.provider', { 'embeddings.provider': 'transformers' })).toBe(
      'no model is chosen; set embeddings.folder',
    );
    const elsewhere = { 'embeddings.provider': 'transformers', 'embeddings.folder': '/nowhere' } as const;
    expect(missingAfter('embeddings.folder', elsewhere)).toBe('there is no model in /nowhere');
  });

  it('is the provider when the model came first, unless it was just switched off', () => {
    const named = { 'embeddings.model': 'nomic-embed-text' };
    expect(missingAfter('embeddings.model', named)).toBe('search by meaning is off; set embeddings.provider');
    expect(missingAfter('embeddings.provider', named)).toBeUndefined();
  });

  it('is nothing once both are there', () => {
    const both = { 'embeddings.provider': 'ollama', 'embeddings.model': 'nomic-embed-text' } as const;
    expect(missingAfter('embeddings.provider', both)).toBeUndefined();
    expect(missingAfter('embeddings.model', both)).toBeUndefined();
    expect(missingAfter('port', { 'embeddings.provider': 'ollama' })).toBeUndefined();
  });
});

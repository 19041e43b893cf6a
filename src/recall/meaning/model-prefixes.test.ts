import { expect, it } from 'vitest';
import { prepared } from './model-prefixes.ts';

it('tells questions from passages where the model wants it, and cuts what no passage is', () => {
  expect(prepared('who?', 'query', 'nomic-embed-text:v1.5')).toBe('search_query: who?');
  expect(prepared('they', 'passage', 'nomic-embed-text:v1.5')).toBe('search_document: they');
  expect(prepared('who?', 'query', 'text-embedding-3-small')).toBe('who?');
  expect(prepared('who?', 'query', 'BAAI/bge-m3')).toBe('who?');
  expect(prepared('x'.repeat(10_000), 'passage', 'any')).toHaveLength(2_000);
});

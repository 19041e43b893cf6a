import { expect, it } from 'vitest';
import { VectorCache } from './vector-cache.ts';

it('keeps the five hundred vectors that were used last, and none when it is cleared', () => {
  const cache = new VectorCache();
  const vector = new Float32Array(4);
  for (let at = 0; at < 500; at += 1) cache.set(`text ${at}`, vector);
  expect(cache.get('text 0')).toBe(vector);
  cache.set('text 500', vector);
  cache.set('text 500', vector);
  const kept = ['text 0', 'text 1', 'text 2', 'text 500'].map((text) => cache.get(text) !== undefined);
  expect(kept).toEqual([true, false, true, true]);
  cache.clear();
  expect(cache.get('text 500')).toBeUndefined();
});

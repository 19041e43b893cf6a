import { expect, it } from 'vitest';
import { RunCache } from './run-cache.ts';

it('keeps what comes twice, finds it at any place of any text, and never takes one run for another', () => {
  const made: string[] = [];
  const cache = new RunCache((run) => {
    made.push(run);
    return run;
  });
  expect(cache.of('one two', 4, 7)).toBe('two');
  expect(cache.of('two three', 0, 3)).toBe('two');
  expect(cache.of('one two three', 4, 7)).toBe('two');
  expect(made).toEqual(['two', 'two']);
  for (let index = 0; index < 100_000; index += 1) {
    const run = `w${index}`;
    if (cache.of(run, 0, run.length) !== run) expect.fail(`${run} was taken for another`);
  }
  expect(cache.of('two', 0, 3)).toBe('two');
});

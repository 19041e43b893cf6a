import { expect, it } from 'vitest';
import { compileExpressions } from './compile-expressions.ts';

it('lets others have their turn once in a slice, not once for each use', async () => {
  const expressions = Array.from({ length: 200 }, (_, at) => new RegExp(`word ${at}`, 'u'));
  let turns = 0;
  let isReady = false;
  const count = () => {
    turns += 1;
    if (!isReady) setImmediate(count);
  };
  setImmediate(count);
  await compileExpressions(expressions);
  isReady = true;
  // 800 uses, all of them quick.
  expect(turns).toBeLessThan(100);
});

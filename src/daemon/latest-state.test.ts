import { expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { LatestState } from './latest-state.ts';

it('T-07: tells what was told last while the answer is late, and nothing of who hangs', async () => {
  let elapsed = 0;
  let answer: Promise<string> = Promise.resolve('first');
  const state = new LatestState(() => answer, { ...systemClock, elapsed: () => elapsed });
  expect(await state.get()).toEqual({ state: 'first', hangs: false });
  const late = Promise.withResolvers<string>();
  answer = late.promise;
  expect(await state.get()).toEqual({ state: 'first', hangs: false });
  elapsed = 5_000;
  expect(await state.get()).toEqual({ hangs: true });
  late.resolve('second');
  expect(await state.get()).toMatchObject({ state: 'second' });
});

it('says of who has not answered yet only that it does not hang', async () => {
  const state = new LatestState(() => new Promise(() => undefined), systemClock);
  expect(await state.get()).toEqual({ hangs: false });
});

it('passes a failure on, and asks again', async () => {
  let answer: Promise<string> = Promise.reject(new Error('broken'));
  const state = new LatestState(() => answer, systemClock);
  await expect(state.get()).rejects.toThrow('broken');
  answer = Promise.resolve('well');
  expect(await state.get()).toMatchObject({ state: 'well' });
});

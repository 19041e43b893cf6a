import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Breather } from './breathe.ts';
import { systemClock } from './clock.ts';
import { goingFirst } from './going-first.ts';

/** Each look is a slice later than the one before. */
function slowClock(): { elapsed(): number } {
  let elapsed = 0;
  return {
    elapsed: () => {
      elapsed += 10;
      return elapsed;
    },
  };
}

/** The first of all: work that has just waited does a slice before it stops again. */
it('stops for what an agent waits for although it has only just begun', async () => {
  const order: string[] = [];
  const event = goingFirst(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('event');
  });
  await new Breather({ elapsed: () => 0 }).breathe();
  order.push('work');
  await event;
  expect(order).toEqual(['event', 'work']);
});

it('goes on after what an agent waits for, however many turns of the loop that takes (T-07)', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const event = goingFirst(async () => {
    begun.resolve();
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    order.push('event');
  });
  await begun.promise;
  await new Breather(slowClock()).breathe();
  order.push('work');
  await event;
  expect(order).toEqual(['event', 'work']);
});

it('does not wait for itself in what an agent waits for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await goingFirst(() => new Breather(slowClock()).breathe());
  } finally {
    vi.useRealTimers();
  }
});

it('goes on although what went first never ends', async () => {
  const end = Promise.withResolvers<void>();
  const event = goingFirst(() => end.promise);
  await new Breather(slowClock()).breathe();
  end.resolve();
  await event;
});

it('holds the thread no longer with one breather after the other', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (let piece = 0; piece < 20; piece += 1) {
    const until = systemClock.elapsed() + 2;
    while (systemClock.elapsed() < until);
    await new Breather(systemClock).breathe();
  }
  clearImmediate(next);
  await sleep(0);
  expect(turns).toBeGreaterThanOrEqual(4);
});

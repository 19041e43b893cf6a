import { describe, expect, it } from 'vitest';
import { BootParts } from './boot-parts.ts';

function setUp() {
  let elapsed = 0;
  let composed = 0;
  const parts = new BootParts({ now: () => 0, elapsed: () => elapsed });
  const compose = async (): Promise<readonly string[]> => {
    composed += 1;
    return [`${composed}a`, `${composed}b`];
  };
  return {
    ask: (part: number, start = 'session startup') => parts.part(start, part, compose),
    askFailing: (part: number) => parts.part('session startup', part, () => Promise.reject(new Error('no disk'))),
    wait: (ms: number) => {
      elapsed += ms;
    },
  };
}

describe('the parts of one session start', () => {
  it.each([[[1, 2, 3]], [[2, 3, 1]], [[3, 2, 1]]])('come from one block, asked for in the order %j', async (order) => {
    const { ask } = setUp();
    const given = await Promise.all(order.map(async (part) => [part, await ask(part)] as const));
    expect(Object.fromEntries(given)).toEqual({ 1: '1a', 2: '1b', 3: undefined });
  });

  it('come out in their order, whichever was asked for first', async () => {
    const { ask } = setUp();
    const order: number[] = [];
    const asked = [3, 2, 4, 1].map(async (part) => {
      await ask(part);
      order.push(part);
    });
    await Promise.all(asked);
    // There is no third and fourth part: nobody waits for those.
    expect(order).toEqual([3, 4, 1, 2]);
  });

  it('are composed anew for another session, for the next start of the same one, and after 30 seconds', async () => {
    const { ask, wait } = setUp();
    expect(await ask(2)).toBe('1b');
    expect(await ask(1, 'other startup')).toBe('2a');
    expect(await ask(1)).toBe('1a');
    expect(await ask(1)).toBe('3a');
    expect(await ask(2)).toBe('3b');
    wait(30_000);
    expect(await ask(3)).toBeUndefined();
    expect(await ask(1)).toBe('4a');
  });

  it('are composed once for a hook that asks again before they are there', async () => {
    const { ask } = setUp();
    const [first, again, second] = [ask(1), ask(1), ask(2)];
    expect(await Promise.all([first, again, second])).toEqual(['1a', '1a', '1b']);
    expect(await ask(1)).toBe('2a');
  });

  it('are tried again after a failure, which everybody is told who waited', async () => {
    const { ask, askFailing } = setUp();
    const failing = [askFailing(2), askFailing(1)];
    for (const result of await Promise.allSettled(failing)) expect(result.status).toBe('rejected');
    expect(await ask(2)).toBe('1b');
  });
});

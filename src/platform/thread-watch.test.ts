import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { during, type HeldThread, ThreadWatch } from './thread-watch.ts';

let watch: ThreadWatch | undefined;
afterEach(() => watch?.stop());

/** By processor time: what others take of the machine is not ours. */
function computeFor(ms: number): void {
  const startedAt = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(startedAt);
    if ((user + system) / 1_000 > ms) return;
  }
}

it('T-07: names what held the thread, and for how long', async () => {
  const { promise, resolve } = Promise.withResolvers<HeldThread>();
  watch = new ThreadWatch({ now: () => systemClock.now(), onHeld: resolve });
  await during('a long job', async () => {
    await sleep(50);
    await during('GET /heavy', async () => computeFor(300));
    await sleep(50);
  });
  const held = await promise;
  expect(held).toMatchObject({ spent: 'computing' });
  expect(held.during).toContain('GET /heavy');
  expect(held.ms).toBeGreaterThan(100);
  expect(watch.recent()).toContainEqual(held);
});

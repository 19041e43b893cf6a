import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../platform/config.ts';
import { Workbench } from './workbench.fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let bench: Workbench;
afterEach(() => bench.dispose());

async function open(profile: Config['curator.profile']): Promise<void> {
  bench = await Workbench.open({ config: { 'curator.profile': profile, 'files.preset': 'app' } });
}

/** Some turns, and a look at them; returns how many wait afterwards. */
async function waitingAfter(count: number, user = 'please go on with the work'): Promise<number> {
  for (let number = 0; number < count; number += 1) await bench.turn({ user });
  return look();
}

async function look(): Promise<number> {
  bench.scheduler.nudge();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await bench.scheduler.quietly(async () => undefined);
  return (await bench.knowledge.queue.summary()).waiting;
}

describe('the batch profile (B-051 … B-053)', () => {
  it('waits for 25 turns of a space', async () => {
    await open('batch');
    expect(await waitingAfter(24)).toBe(24);
    expect(await waitingAfter(1)).toBe(0);
  });

  it('waits no longer than ten quiet minutes', async () => {
    await open('batch');
    expect(await waitingAfter(3)).toBe(3);
    bench.now += 9 * MINUTE_MS;
    expect(await look()).toBe(3);
    bench.now += MINUTE_MS;
    expect(await look()).toBe(0);
  });

  it('T-02: waits no longer for turns that were closed, or put off, under a clock that was ahead', async () => {
    await open('batch');
    bench.now += 150 * DAY_MS;
    expect(await waitingAfter(3)).toBe(3);
    bench.now -= 150 * DAY_MS;
    expect(await look()).toBe(0);
    expect(await waitingAfter(1)).toBe(1);
    const claim = { owner: 'one', leaseMs: MINUTE_MS, limit: 9 };
    const { turns = [] } = (await bench.knowledge.queue.claim({ ...claim, now: bench.now })) ?? {};
    const ahead = bench.now + 150 * DAY_MS;
    await bench.knowledge.queue.release(turns, { now: ahead, dueAt: ahead + MINUTE_MS, reason: 'nobody answers' });
    expect(await bench.knowledge.queue.claim({ ...claim, now: ahead })).toBeUndefined();
    bench.scheduler.flush(bench.space);
    expect(await look()).toBe(0);
  });

  it('waits not at all when a session ends or compacts, and does wait again afterwards', async () => {
    await open('batch');
    expect(await waitingAfter(3)).toBe(3);
    bench.scheduler.flush(bench.space);
    expect(await look()).toBe(0);
    expect(await waitingAfter(1)).toBe(1);
  });

  it.each(['correction', 'session that ended'])(
    'keeps in mind that a session ended while a batch was running: after a %s',
    async (first) => {
      let isFirst = true;
      bench = await Workbench.open({
        config: { 'curator.profile': 'batch', 'files.preset': 'app' },
        answer: async () => {
          if (isFirst) {
            isFirst = false;
            await bench.turn({ user: 'and one more thing' });
            bench.scheduler.flush(bench.space);
          }
          return { text: 'NONE' };
        },
      });
      if (first === 'correction') await bench.turn({ user: 'Remember that the API runs on port 4000.' });
      else {
        await bench.turn({ user: 'please go on with the work' });
        bench.scheduler.flush(bench.space);
      }
      await look();
      await expect.poll(look).toBe(0);
    },
  );

  it('waits not at all for a correction or what is to be remembered (B-063)', async () => {
    await open('batch');
    expect(await waitingAfter(1)).toBe(1);
    expect(await waitingAfter(1, 'Remember that the API runs on port 4000.')).toBe(0);
  });

  it('counts from disk: a restart changes nothing', async () => {
    await open('batch');
    expect(await waitingAfter(24)).toBe(24);
    await bench.close();
    await bench.reopen();
    expect(await waitingAfter(1)).toBe(0);
  });
});

it('the realtime profile waits for nothing (A-050)', async () => {
  await open('realtime');
  expect(await waitingAfter(1)).toBe(0);
});

it('the manual profile curates only when asked', async () => {
  await open('manual');
  await waitingAfter(30, 'Remember that the API runs on port 4000.');
  bench.now += 60 * MINUTE_MS;
  bench.scheduler.flush(bench.space);
  await look();
  expect((await bench.knowledge.counts()).curatedTurns).toBe(0);
  expect(await bench.scheduler.curateNow()).toMatchObject({ curated: 30, waiting: 0 });
});

it('one batch at a time runs, whoever asks (A-055)', async () => {
  let [running, most] = [0, 0];
  bench = await Workbench.open({
    config: { 'files.preset': 'app' },
    answer: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return { text: 'NONE' };
    },
  });
  for (let number = 0; number < 60; number += 1) await bench.turn({ user: `turn ${number}` });
  const progress: number[] = [];
  await Promise.all([
    bench.scheduler.curateNow(({ curated }) => progress.push(curated)),
    bench.scheduler.curateNow(),
    look(),
  ]);
  expect(most).toBe(1);
  expect(bench.questions).toHaveLength(3);
  expect(progress).toEqual([0, 25, 50, 60]);
});

/**
 * What an agent waits for goes before the daemon's own work: storing an event takes several turns of the event loop, and
 * without this each of them would wait for another slice of that work.
 *
 * Limits: each goes first for a short while only, so that what takes long itself, or waits for such work, holds up nothing;
 * and work that has waited once does its slice, so that it gets on under any load.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from './clock.ts';

interface Going {
  readonly until: number;
}

/** An event is stored well within it. */
const FIRST_MS = 30;
/** What work does at least between two waits. */
const BETWEEN_WAITS_MS = 2;

/** Until when each goes first. */
const going = new Set<Going>();
/** Which of them this is part of: none waits for itself. */
const own = new AsyncLocalStorage<Going>();
const waiting = new Set<() => void>();
let waitedAt = Number.NEGATIVE_INFINITY;

export async function goingFirst<Result>(work: () => Promise<Result>): Promise<Result> {
  const one = { until: systemClock.elapsed() + FIRST_MS };
  going.add(one);
  try {
    return await own.run(one, work);
  } finally {
    going.delete(one);
    if (going.size === 0) for (const goOn of waiting) goOn();
  }
}

/** Whether work should let others go first by now, although it has only just begun. */
export function isSomebodyFirst(): boolean {
  return going.size > 0 && systemClock.elapsed() - waitedAt >= BETWEEN_WAITS_MS;
}

export function othersFirst(): Promise<void> {
  const mine = own.getStore();
  // What it has set off, and goes on when it is done, waits like any other work.
  if (mine !== undefined && going.has(mine)) return Promise.resolve();
  const until = Math.max(0, ...[...going].map((one) => one.until));
  const mostMs = until - systemClock.elapsed();
  if (mostMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waitedAt = systemClock.elapsed();
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, mostMs);
    waiting.add(goOn);
  });
}

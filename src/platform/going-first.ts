/**
 * What an agent waits for goes before the daemon's own work: storing an event takes several turns of the event loop, and
 * without this each of them would wait for another slice of that work.
 *
 * Limits: each goes first for a short while only, so that what takes long itself, or waits for such work, holds up nothing;
 * and work that has waited once does its slice, so that it gets on under any load.
 */
import { systemClock } from './clock.ts';

/** An event is stored well within it. */
const FIRST_MS = 30;

/** Until when each goes first. */
const going = new Set<{ readonly until: number }>();
const waiting = new Set<() => void>();

export async function goingFirst<Result>(work: () => Promise<Result>): Promise<Result> {
  const own = { until: systemClock.elapsed() + FIRST_MS };
  going.add(own);
  try {
    return await work();
  } finally {
    going.delete(own);
    if (going.size === 0) for (const goOn of waiting) goOn();
  }
}

export function othersFirst(): Promise<void> {
  const until = Math.max(0, ...[...going].map((one) => one.until));
  const mostMs = until - systemClock.elapsed();
  if (mostMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, mostMs);
    waiting.add(goOn);
  });
}

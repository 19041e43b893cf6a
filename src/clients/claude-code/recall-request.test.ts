import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askInTime, LATE } from './recall-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What comes of an answer that is there after so long, of which this process could work a share of the time. */
async function answerAfter(ms: number, limitMs: number, share: number) {
  const beganAt = performance.now();
  const elapsedMs = () => performance.now() - beganAt;
  const aborted: number[] = [];
  const asked = askInTime(
    (signal) => {
      signal.addEventListener('abort', () => aborted.push(elapsedMs()));
      return new Promise((resolve) => setTimeout(() => resolve('block'), ms));
    },
    { limitMs, elapsedMs, spentMs: () => share * elapsedMs() },
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return { answer: await asked, abortedAt: aborted[0] };
}

describe('the limit', () => {
  it('holds to the millisecond where this process had the time (D-082)', async () => {
    expect(await answerAfter(44, 45, 1)).toEqual({ answer: 'block', abortedAt: undefined });
    const { answer, abortedAt } = await answerAfter(60, 45, 1);
    expect(answer).toBe(LATE);
    expect(abortedAt).toBeLessThan(50);
  });

  it('leaves as much time as there was to work in where others were at the processors (R-07)', async () => {
    expect(await answerAfter(85, 45, 0.5)).toEqual({ answer: 'block', abortedAt: undefined });
    const { answer, abortedAt } = await answerAfter(120, 45, 0.5);
    expect(answer).toBe(LATE);
    expect(abortedAt).toBeGreaterThanOrEqual(90);
    expect(abortedAt).toBeLessThan(100);
  });

  it.each([
    [45, 150],
    [10, 40],
    [1_000, 1_000],
  ])('of %i ms is never stretched beyond %i (R-07)', async (limitMs, mostMs) => {
    const { answer, abortedAt } = await answerAfter(5_000, limitMs, 0);
    expect(answer).toBe(LATE);
    expect(abortedAt).toBeGreaterThanOrEqual(mostMs);
    expect(abortedAt).toBeLessThanOrEqual(mostMs + 3);
  });

  it('does not count what came while this thread was held up (R-07)', async () => {
    vi.useRealTimers();
    const beganAt = performance.now();
    const elapsedMs = () => performance.now() - beganAt;
    const { port1, port2 } = new MessageChannel();
    const asked = askInTime(
      () =>
        new Promise((resolve) => {
          port2.on('message', () => resolve('block'));
          port1.postMessage('here');
          // The message is there; whoever would read it is held until the limit is over.
          while (elapsedMs() < 60);
        }),
      { limitMs: 30, elapsedMs, spentMs: elapsedMs },
    );
    expect(await asked).toBe('block');
    port1.close();
  });
});
